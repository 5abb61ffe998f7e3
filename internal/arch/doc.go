// Package arch holds the rules of the tree itself, as tests: which package may know which, that no file
// leaves the build unseen, how large a file gets, and that everything declared in one place is complete
// everywhere else (a clause has its cases, its defects and its mutation, a format its golden, a library
// its sentence). What only a run can show, probe prove shows.
package arch
