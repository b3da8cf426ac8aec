/** What a screen knows itself by: kept on the device, apart from any person's session. */
import { recordTrouble } from '@/client/ui/trouble'

const KEY = 'screenToken'

export function keptToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch (error) {
    recordTrouble('screen token not readable', error)
    return null
  }
}
export function keepToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch (error) {
    recordTrouble('screen token not kept', error)
  }
}
/** The secret behind `#` of the address, which no server and no log sees; taken out of the address at once. */
export function takeSecret(): string | null {
  const secret = decodeURIComponent(location.hash.slice(1))
  if (secret === '') return null
  history.replaceState(history.state, '', location.pathname)
  return secret
}
