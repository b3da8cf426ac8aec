/** Creates a new database folder with PostgreSQL's initdb. Runs in the worker thread. */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { CompiledEngine } from './compile-engine'
import { type NewFolderOptions, putNewFolder } from './new-folder'

/** Creates a database folder. @param onOutput receives the output of the engine */
export function createDatabaseFolder(
  folder: string,
  { engine: pgliteWasmModule, initdb: initdbWasmModule }: CompiledEngine,
  options: NewFolderOptions,
  onOutput?: (text: string) => boolean,
): Promise<void> {
  return putNewFolder(folder, options, async (unfinished) => {
    const engine = await PGlite.create({
      fs: new NodeFS(unfinished),
      pgliteWasmModule,
      ...(initdbWasmModule && { initdbWasmModule }),
      ...(onOutput && { onStderr: onOutput, onStdout: onOutput }),
    })
    await engine.close()
  })
}
