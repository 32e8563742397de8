// What files need: the storage of their content and the encoder of pictures.
import type { Services } from '../../kernel/changes/services.ts'
import type { FileStorage } from './file-storage.ts'
import type { Pictures } from './pictures.ts'

export type FileServices = Services & { files: FileStorage; pictures: Pictures }

declare module '../../kernel/changes/services.ts' {
  interface ApiServices extends FileServices {}
}
