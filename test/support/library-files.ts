// Before any test: the files of libraries that pages load, also if the project has not been built yet.
export { copyLibraryFiles as setup } from '../../scripts/library-files.ts'
