// Runs before and after all tests: provides the library files that pages load, even if the project has not been built
// yet, makes the templates of stores, and removes leftover stores.
import { copyLibraryFiles } from '../../scripts/library-files.ts'
import { createTemplates, removeStores } from './stores.ts'

export async function setup(): Promise<void> {
  copyLibraryFiles()
  await createTemplates()
}

export { removeStores as teardown }
