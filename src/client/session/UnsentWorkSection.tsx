import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { hasStore, getPhoneStore, type PersonWithUnsentWork } from '../api/phone'
import { recordTrouble } from '../ui/trouble'

/** Loads the people who have unsent work on this phone. */
export const loadPeopleWithUnsentWork = async (): Promise<PersonWithUnsentWork[]> =>
  (await hasStore()) ? (await getPhoneStore()).listPeopleWithUnsentWork() : []

/** The store is opened after the page is displayed, because it is the heaviest part of the app. */
const STORE_DELAY_MS = 300
/** Returns the people who have unsent work on this phone; empty until the store is open. */
export function usePeopleWithUnsentWork(): PersonWithUnsentWork[] {
  const [owners, setOwners] = useState<PersonWithUnsentWork[]>([])
  useEffect(() => {
    let isUnmounted = false
    const refresh = async () => {
      const loaded = await loadPeopleWithUnsentWork()
      if (!isUnmounted) setOwners(loaded)
    }
    const timer = setTimeout(() => {
      refresh().catch((error: unknown) => recordTrouble('owners not readable', error))
    }, STORE_DELAY_MS)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])
  return owners
}

/** Lists the people whose unsent work is still on a shared phone, e.g. "Li: 4 unsent". */
export function UnsentWorkSection() {
  const { t } = useTranslation('client')
  const owners = usePeopleWithUnsentWork()
  if (owners.length === 0) return null
  return (
    <section className="login-others">
      <h2>{t('session.unsentHere')}</h2>
      <ul>
        {owners.map((owner) => (
          <li key={owner.userId}>{t('session.unsentOf', { name: owner.userName, count: owner.unsent })}</li>
        ))}
      </ul>
      <Link to="/login2">{t('session.toSecondLogin')}</Link>
    </section>
  )
}
