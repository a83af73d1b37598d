/**
 * Locations of files: the project and its build results ({@link runbench.base.home.ProjectHome}, the entry point),
 * results and the names of their folders ({@link runbench.base.home.ResultFolders}), a user's settings and caches
 * ({@link runbench.base.home.UserFolders}).
 */
package runbench.base.home;
