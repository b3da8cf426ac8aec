import { X509Certificate } from 'node:crypto'

/** SHA-256 of the first certificate in PEM or DER, or as it was written down: AB:CD:… Null when it is neither. */
export function fingerprintIn(given: string | Uint8Array): string | null {
  const digits = typeof given === 'string' ? given.replace(/^\s*sha-?256\b|[\s:]/gi, '') : ''
  if (/^[0-9a-f]{64}$/i.test(digits)) return digits.toUpperCase().match(/../g)!.join(':')
  try {
    return new X509Certificate(given).fingerprint256
  } catch {
    return null // none
  }
}
