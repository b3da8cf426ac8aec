import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { notify } from '../api/notify'
import { storedUserId } from './session'
import { useSession } from './use-session'

/** Lets only those through who are signed in; anyone else goes to the login page and is told why. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { hasLogin, mustChangePassword } = useSession()
  const { pathname } = useLocation()
  if (!storedUserId() || !hasLogin) return <TurnedAway />
  if (mustChangePassword && pathname !== '/me/password') return <Navigate to="/me/password" replace />
  return children
}

let leaving = false
/** Somebody is being signed out on purpose: going to the login page needs no explanation. */
export function leavingOnPurpose(yes: boolean): void {
  leaving = yes
}
function TurnedAway() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  useEffect(() => {
    if (window.location.pathname === '/') return // the server ended the session, and the way to the login, with the way back, is taken already
    if (!leaving) void notify(t('session.pleaseLogIn'), 'fail')
    void navigate('/', { replace: true })
  }, [t, navigate])
  return null
}
