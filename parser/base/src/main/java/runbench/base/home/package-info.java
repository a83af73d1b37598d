/**
 * Where things are: the project and what is built in it ({@link runbench.base.home.ProjectHome}, the entrance), results
 * and their folders' names ({@link runbench.base.home.ResultFolders}), a user's own settings and caches
 * ({@link runbench.base.home.UserFolders}).
 */
package runbench.base.home;
