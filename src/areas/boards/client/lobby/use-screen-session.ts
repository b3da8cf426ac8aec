import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/client/api/api-error'
import { createWallClient } from '@/client/api/call-endpoint'
import { getSession } from '@/client/session/session'
import { enterLobby } from '../../contract/lobby-link'
import { keepToken, keptToken, takeSecret } from './screen-token'

export type Entered =
  | { state: 'entering' }
  /** `preview`: uses the session of the person who is signed in on this device. */
  | { state: 'on'; token: string; preview: boolean }
  /** `why` is a sentence for display. */
  | { state: 'out'; why: string }

/** Signs the screen in by its link, by the stored token, or as a preview of the person who is signed in. */
export function useScreenSession(): { entered: Entered; ended: () => void } {
  const { t } = useTranslation('boards')
  const [entered, setEntered] = useState<Entered>(() => before(t('wall.noLink')))
  const [secret] = useState(takeSecret)
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
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = (): void => {
      client.call(enterLobby, { secret }, { quiet: true, timeout: 20_000 }).then(
        ({ token }) => {
          keepToken(token)
          if (!gone) setEntered({ state: 'on', token, preview: false })
        },
        (error: unknown) => {
          if (gone) return
          const refused = error instanceof ApiError && error.errno !== undefined && error.failure === 'errno'
          if (refused) setEntered({ state: 'out', why: error.message })
          else timer = setTimeout(attempt, 5000)
        },
      )
    }
    attempt()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [secret, client])
  const ended = useCallback(() => {
    setEntered((now) => {
      if (now.state === 'on' && !now.preview) keepToken(null)
      return { state: 'out', why: t(now.state === 'on' && now.preview ? 'wall.signedOut' : 'wall.revoked') }
    })
  }, [t])
  return {
    entered: secret && entered.state !== 'on' && entered.state !== 'out' ? { state: 'entering' } : entered,
    ended,
  }
}
function before(noLink: string): Entered {
  if (location.hash.length > 1) return { state: 'entering' }
  const token = keptToken()
  if (token) return { state: 'on', token, preview: false }
  const own = getSession().token
  return own ? { state: 'on', token: own, preview: true } : { state: 'out', why: noLink }
}
