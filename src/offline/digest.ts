/** SHA-256 of some bytes, lower-case hex. Needs a secure page (HTTPS or localhost), as the camera and the worker do. */
export async function sha256(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', data)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
