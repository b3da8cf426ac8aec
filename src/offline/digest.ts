/**
 * Calculates the SHA-256 hash as lower-case hex. Needs a secure context (HTTPS or localhost), like the camera and the
 * worker.
 */
export async function calculateSha256(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', data)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
