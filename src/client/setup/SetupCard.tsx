import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../api/notify'
import { recordTrouble } from '../ui/trouble'

const SetupSteps = lazy(() => import('./SetupSteps'))

/** What this device notes: that the plant has all it needs, so that nobody is asked again; that somebody was shown what it lacks. */
type Note = 'done' | 'begun'
function isNoted(what: Note): boolean {
  try {
    return localStorage.getItem(`setup/${what}`) !== null
  } catch {
    return false // storage is blocked: asked again, for this page
  }
}
function note(what: Note): void {
  try {
    localStorage.setItem(`setup/${what}`, '1')
  } catch (error) {
    recordTrouble('not noted how far the plant is set up', error)
  }
}

/** What an empty plant still needs, for who sets it up; nothing once it has all of it. */
export default function SetupCard() {
  const { t } = useTranslation('client')
  const [done, setDone] = useState(() => isNoted('done'))
  if (done) return null
  const close = () => {
    note('done')
    setDone(true)
  }
  const complete = () => {
    if (isNoted('begun')) void notify(t('setup.complete'), 'success')
    close()
  }
  return (
    <Suspense>
      <SetupSteps onLacking={() => note('begun')} onComplete={complete} onHide={close} />
    </Suspense>
  )
}
