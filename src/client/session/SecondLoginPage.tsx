import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { PersonWithUnsentWork } from '../api/phone'
import { getAddressAfterLogin } from '../shell/navigation'
import { EmptyState } from '../ui/EmptyState'
import { PeopleIcon } from '../ui/icons'
import { LoginForm, LoginFrame } from './LoginPage'
import { usePeopleWithUnsentWork } from './UnsentWorkSection'
import { useSession } from './use-session'

/** The second login, for a shared phone: a person with unsent work picks their name and enters the password. */
export default function SecondLoginPage() {
  const { t } = useTranslation('client')
  const { search } = useLocation()
  const owners = usePeopleWithUnsentWork()
  const [chosenOwner, setChosenOwner] = useState<PersonWithUnsentWork | null>(null)
  if (useSession().hasLogin) return <Navigate to={getAddressAfterLogin(search)} replace />
  if (chosenOwner)
    return (
      <LoginFrame>
        <LoginForm account={{ userName: chosenOwner.userName }} onBack={() => setChosenOwner(null)} />
      </LoginFrame>
    )
  return (
    <LoginFrame>
      <h2>{t('session.whoAreYou')}</h2>
      {owners.length === 0 && (
        <EmptyState icon={PeopleIcon} title={t('session.nobodyHere')} advice={t('session.nobodyHereNext')} />
      )}
      <ul className="login-people">
        {owners.map((owner) => (
          <li key={owner.userId}>
            <button type="button" className="ui-card" onClick={() => setChosenOwner(owner)}>
              <b>{owner.userName}</b>
              <span>{t('session.unsentCount', { count: owner.unsent })}</span>
            </button>
          </li>
        ))}
      </ul>
      <Link to={`/${search}`}>{t('session.otherPerson')}</Link>
    </LoginFrame>
  )
}
