# Targets: runbench::eventlog (shared) and runbench::eventlog-static.
get_filename_component(_runbench_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(Threads)
foreach(_runbench_kind SHARED STATIC)
    if(_runbench_kind STREQUAL SHARED)
        set(_runbench_target runbench::eventlog)
        set(_runbench_file librunbench-eventlog.so)
    else()
        set(_runbench_target runbench::eventlog-static)
        set(_runbench_file librunbench-eventlog.a)
    endif()
    if(NOT TARGET ${_runbench_target})
        add_library(${_runbench_target} ${_runbench_kind} IMPORTED)
        set_target_properties(${_runbench_target} PROPERTIES
            IMPORTED_LOCATION "${_runbench_prefix}/lib/${_runbench_file}"
            IMPORTED_NO_SONAME TRUE
            INTERFACE_INCLUDE_DIRECTORIES "${_runbench_prefix}/include"
            INTERFACE_LINK_LIBRARIES Threads::Threads)
    endif()
endforeach()
