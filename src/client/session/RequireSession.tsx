import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { notify } from '../api/notify'
import { loginFrom } from '../shell/navigation'
import { storedUserId } from './stored'
import { useSession } from './use-session'

/** Lets only those through who are signed in; anyone else goes to the login page, is told why, and comes back here after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { hasLogin, mustChangePassword, mustEnrol } = useSession()
  const { pathname } = useLocation()
  if (!storedUserId() || !hasLogin) return <TurnedAway />
  const first = mustChangePassword ? '/me/password' : mustEnrol ? '/me/factor' : null
  if (first && pathname !== first) return <ToFirst path={first} />
  return children
}

/**
 * Leads there again after every step that leads elsewhere: the login itself goes home at the same moment, and would leave an empty
 * page. Where the person was going goes along.
 */
function ToFirst({ path }: { path: string }) {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  const to = `${path}?${new URLSearchParams({ redirect: pathname + search }).toString()}`
  useEffect(() => void navigate(to, { replace: true }), [key, navigate, to])
  return null
}

/** Time for whoever ends a session to lead to the login page, ms. */
const SEEN_TO = 500
let leaving = false
/** Somebody is being signed out, on purpose or by the server: going to the login page needs no further explanation. */
export function leavingOnPurpose(yes: boolean): void {
  leaving = yes
}
export const isLeaving = (): boolean => leaving
function TurnedAway() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const away = (to: string) => void navigate(to, { replace: true })
    if (leaving) {
      // whoever ended the session goes to the login page too, perhaps with the way back; this only sees to it
      const timer = setTimeout(() => away('/'), SEEN_TO)
      return () => clearTimeout(timer)
    }
    void notify(t('session.pleaseLogIn'), 'fail')
    away(loginFrom({ pathname, search }))
  }, [t, navigate, pathname, search])
  return null
}
