// The package ships no types; only the parts in use are declared.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  interface Parameters {
    readonly version: 'aes128gcm'
    /** The sender's key pair. */
    readonly privateKey: ECDH
    /** The receiver's public key and secret, base64url. */
    readonly dh: string
    readonly authSecret: string
  }
  const ece: { encrypt(plain: Buffer, parameters: Parameters): Buffer }
  export default ece
}
