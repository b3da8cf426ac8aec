import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { packFiles, PACK_PATH } from '../../sw/asset-pack.ts'
import { isStartFile } from './start-chunks.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|webmanifest|pack)$/
const MIN_BYTES = 1024

/**
 * Writes the pack: one file from which phones install the whole app. Also writes a `.br` and a `.gz` copy of every
 * compressible file, so that the server never compresses while it answers.
 */
export function createCompressionPlugin(folder: string): Plugin {
  return {
    name: 'compress-output',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!existsSync(folder)) return
        writeFileSync(join(folder, PACK_PATH), packAssets(folder))
        for (const file of listFiles(folder)) if (COMPRESSIBLE.test(file)) compressFile(file)
      },
    },
  }
}

/**
 * Packs the files with a content hash in their name, except the files that every start of the app loads. Sorting by
 * file type compresses better.
 */
function packAssets(folder: string): Uint8Array {
  const assets = join(folder, 'assets')
  const files = (existsSync(assets) ? listFiles(assets) : [])
    .filter((name) => /\.(js|css|json)$/.test(name) && !isStartFile(basename(name)))
    .sort((a, b) => extname(a).localeCompare(extname(b)) || a.localeCompare(b))
  return packFiles(
    files.map((name) => ({ path: relative(folder, name).replaceAll(sep, '/'), bytes: readFileSync(name) })),
  )
}

function compressFile(file: string): void {
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? listFiles(path) : [path]
  })
}
