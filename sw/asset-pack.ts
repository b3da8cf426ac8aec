/**
 * All hashed files of the app in one file, so that a phone installs the app with one request instead of about six
 * hundred. The build writes it, the worker unpacks it.
 *
 * Format: four bytes with the length of the list (little-endian); the list as JSON, `[[path, bytes], …]`; the files in
 * that order.
 */
export const PACK_PATH = '/assets.pack'
/** Size of the length at the beginning of the pack. */
const LENGTH_BYTES = 4

export interface PackedFile {
  /** Path from the app's root without a leading slash: `assets/app-C1a2b3.js`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Packs files into one, in the given order. */
export function packFiles(files: readonly PackedFile[]): Uint8Array {
  const fileList = new TextEncoder().encode(JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length])))
  const packed = new Uint8Array(
    LENGTH_BYTES + fileList.length + files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  )
  new DataView(packed.buffer).setUint32(0, fileList.length, true)
  packed.set(fileList, LENGTH_BYTES)
  let offset = LENGTH_BYTES + fileList.length
  for (const { bytes } of files) {
    packed.set(bytes, offset)
    offset += bytes.length
  }
  return packed
}

/**
 * Unpacks the files in order, as views of the pack.
 * @throws Error if bytes are missing or left over (truncated download)
 */
export function unpackFiles(
  packed: Uint8Array<ArrayBuffer>,
): (PackedFile & { readonly bytes: Uint8Array<ArrayBuffer> })[] {
  const createError = () => new Error(`a pack of ${packed.length} bytes is not whole`)
  if (packed.length < LENGTH_BYTES) throw createError()
  let offset = LENGTH_BYTES + new DataView(packed.buffer, packed.byteOffset).getUint32(0, true)
  if (offset > packed.length) throw createError()
  const fileList = JSON.parse(new TextDecoder().decode(packed.subarray(LENGTH_BYTES, offset))) as [string, number][]
  const files = fileList.map(([path, length]) => {
    const bytes = packed.subarray(offset, offset + length)
    offset += length
    return { path, bytes }
  })
  if (offset !== packed.length) throw createError()
  return files
}
