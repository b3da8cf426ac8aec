/**
 * The app's hashed files in one: a phone that installs the app asks once, where it would ask some six hundred times in turn. Written
 * by the build, taken apart by the worker.
 *
 * Four bytes, the length of the list that follows (little-endian); the list as JSON, `[[path, bytes], …]`; the files, one after another.
 */
export const PACK_PATH = '/assets.pack'

export interface PackedFile {
  /** From the app's root, without a slash before it: `assets/app-C1a2b3.js`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Puts files into one, in the order given. */
export function pack(files: readonly PackedFile[]): Uint8Array {
  const list = new TextEncoder().encode(JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length])))
  const packed = new Uint8Array(4 + list.length + files.reduce((sum, { bytes }) => sum + bytes.length, 0))
  new DataView(packed.buffer).setUint32(0, list.length, true)
  packed.set(list, 4)
  let at = 4 + list.length
  for (const { bytes } of files) {
    packed.set(bytes, at)
    at += bytes.length
  }
  return packed
}

/** The files of a pack, in their order, as views of it. Throws where a byte is missing or over: it was cut off on its way. */
export function unpack(packed: Uint8Array<ArrayBuffer>): (PackedFile & { readonly bytes: Uint8Array<ArrayBuffer> })[] {
  const short = () => new Error(`a pack of ${packed.length} bytes is not whole`)
  if (packed.length < 4) throw short()
  let at = 4 + new DataView(packed.buffer, packed.byteOffset).getUint32(0, true)
  if (at > packed.length) throw short()
  const list = JSON.parse(new TextDecoder().decode(packed.subarray(4, at))) as [string, number][]
  const files = list.map(([path, length]) => ({ path, bytes: packed.subarray(at, (at += length)) }))
  if (at !== packed.length) throw short()
  return files
}
