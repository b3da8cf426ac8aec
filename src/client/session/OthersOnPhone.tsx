import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { hasStore, phone, type UnsentOwner } from '../api/phone'
import { recordTrouble } from '../ui/trouble'

/** Loads the people who have unsent work on this phone. */
export const unsentOwners = async (): Promise<UnsentOwner[]> => ((await hasStore()) ? (await phone()).owners() : [])

/** Returns the people who have unsent work on this phone; empty until the store is open. */
export function useOwners(): UnsentOwner[] {
  const [owners, setOwners] = useState<UnsentOwner[]>([])
  useEffect(() => {
    let gone = false
    const look = async () => {
      const found = await unsentOwners()
      if (!gone) setOwners(found)
    }
    // Delayed until the page is displayed: the store is the heaviest part of the app.
    const timer = setTimeout(() => {
      look().catch((error: unknown) => recordTrouble('owners not readable', error))
    }, 300)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return owners
}

/** "Li: 4 unsent": shows whose work is still on a shared phone. */
export function OthersOnPhone() {
  const { t } = useTranslation('client')
  const owners = useOwners()
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
