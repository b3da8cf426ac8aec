import { uploadChunk, uploadStart } from '@/contract/kit'
import { UPLOAD_CHUNK_BYTES } from '@/contract/sync'
import { createUuid7 } from '@/contract/id'
import { callEndpoint } from './call-endpoint'

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Uploads a file in chunks, resuming where the server says. `onProgress` receives sent and total bytes. Resolves to the
 * id that rows refer to. Rejects with `ApiError`, after a toast has shown the error.
 */
export async function uploadInChunks(
  file: { bytes: ArrayBuffer; mime: string; name: string },
  onProgress?: (sent: number, all: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const id = createUuid7()
  const size = file.bytes.byteLength
  const options = signal ? { signal } : {}
  const sha256 = toHex(await crypto.subtle.digest('SHA-256', file.bytes))
  let state = await callEndpoint(uploadStart, { id, sha256, size, mime: file.mime, name: file.name }, options)
  while (!state.done) {
    const piece = new Blob([file.bytes.slice(state.received, state.received + UPLOAD_CHUNK_BYTES)])
    state = await callEndpoint(uploadChunk, { id, offset: state.received }, { ...options, files: { bytes: [piece] } })
    onProgress?.(state.received, size)
  }
  return id
}
