// The package has no types of its own; this is what is used of it.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  interface Parameters {
    readonly version: 'aes128gcm'
    /** The sender's pair. */
    readonly privateKey: ECDH
    /** The receiver's open key and secret, base64url. */
    readonly dh: string
    readonly authSecret: string
  }
  const ece: { encrypt(plain: Buffer, parameters: Parameters): Buffer }
  export default ece
}
