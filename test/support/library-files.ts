// Runs before all tests: provides the library files that pages load, even if the project has not been built yet.
export { copyLibraryFiles as setup } from '../../scripts/library-files.ts'
