import { X509Certificate } from 'node:crypto'

/**
 * Returns the SHA-256 fingerprint as AB:CD:… of a certificate in PEM or DER or of a written fingerprint; null for
 * anything else.
 */
export function parseFingerprint(certificate: string | Uint8Array): string | null {
  const digits = typeof certificate === 'string' ? certificate.replace(/^\s*sha-?256\b|[\s:]/gi, '') : ''
  if (/^[0-9a-f]{64}$/i.test(digits)) return digits.toUpperCase().match(/../g)!.join(':')
  try {
    return new X509Certificate(certificate).fingerprint256
  } catch {
    return null // not a certificate
  }
}
