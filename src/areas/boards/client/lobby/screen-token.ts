/** The session token of a large screen, stored on the device separately from any person's session. */
import { recordTrouble } from '@/client/ui/trouble'

const STORAGE_KEY = 'screenToken'

/** Loads the stored token; null if there is none or storage is not readable. */
export function loadScreenToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('screen token not readable', error)
    return null
  }
}
/** Stores the token; null removes it. */
export function storeScreenToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, token)
  } catch (error) {
    recordTrouble('screen token not kept', error)
  }
}
/** Returns the secret after `#` in the address and removes it from the address. No server or log sees it. */
export function takeLinkSecret(): string | null {
  const secret = decodeURIComponent(location.hash.slice(1))
  if (secret === '') return null
  history.replaceState(history.state, '', location.pathname)
  return secret
}
