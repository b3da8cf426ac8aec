import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/client/api/api-error'
import { createWallClient } from '@/client/api/call-endpoint'
import { getSession } from '@/client/session/session'
import { enterLobby } from '../../contract/lobby-link'
import { recordTrouble } from '@/client/ui/trouble'

export type ScreenSession =
  | { state: 'entering' }
  /** The screen has a session. A `preview` uses the session of the person who is signed in on this device. */
  | { state: 'on'; token: string; preview: boolean }
  /** The screen has no session. The translated `message` gives the reason. */
  | { state: 'out'; message: string }

/** Delay until the next attempt to sign in if the server cannot be reached. */
const RETRY_INTERVAL_MS = 5000

/** Signs the screen in by its link, by the stored token, or as a preview with the session of the signed-in person. */
export function useScreenSession(): { session: ScreenSession; onSessionEnded: () => void } {
  const { t } = useTranslation('boards')
  const [session, setSession] = useState<ScreenSession>(() => findInitialSession(t('wall.noLink')))
  const [secret] = useState(takeLinkSecret)
  const client = useMemo(
    () =>
      createWallClient(
        () => null,
        () => undefined,
      ),
    [],
  )
  useEffect(() => {
    if (!secret) return
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryToEnter = (): void => {
      client.call(enterLobby, { secret }, { quiet: true, timeoutMs: 20_000 }).then(
        ({ token }) => {
          storeScreenToken(token)
          if (!isUnmounted) setSession({ state: 'on', token, preview: false })
        },
        (error: unknown) => {
          if (isUnmounted) return
          const isRefused = error instanceof ApiError && error.errno !== undefined && error.failure === 'errno'
          if (isRefused) setSession({ state: 'out', message: error.message })
          else timer = setTimeout(tryToEnter, RETRY_INTERVAL_MS)
        },
      )
    }
    tryToEnter()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [secret, client])
  const onSessionEnded = useCallback(() => {
    setSession((current) => {
      const isPreview = current.state === 'on' && current.preview
      if (current.state === 'on' && !isPreview) storeScreenToken(null)
      return { state: 'out', message: t(isPreview ? 'wall.signedOut' : 'wall.revoked') }
    })
  }, [t])
  return { session, onSessionEnded }
}
function findInitialSession(noLinkText: string): ScreenSession {
  if (location.hash.length > 1) return { state: 'entering' }
  const token = loadScreenToken()
  if (token) return { state: 'on', token, preview: false }
  const personToken = getSession().token
  return personToken ? { state: 'on', token: personToken, preview: true } : { state: 'out', message: noLinkText }
}

/** The session token of a large screen, stored on the device separately from any person's session. */
const STORAGE_KEY = 'screenToken'

/** Loads the stored token; null if there is none or storage is not readable. */
function loadScreenToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('screen token not readable', error)
    return null
  }
}
/** Stores the token; null removes it. */
function storeScreenToken(token: string | null): void {
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
