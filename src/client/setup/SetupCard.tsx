import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../api/notify'
import { recordTrouble } from '../ui/trouble'

const SetupSteps = lazy(() => import('./SetupSteps'))

/** Flags stored on this device. `done`: the setup is not checked again. `begun`: missing steps were displayed. */
type SetupFlag = 'done' | 'begun'
function isFlagSet(flag: SetupFlag): boolean {
  try {
    return localStorage.getItem(`setup/${flag}`) !== null
  } catch {
    return false // storage is blocked: the setup is checked with each start
  }
}
function setFlag(flag: SetupFlag): void {
  try {
    localStorage.setItem(`setup/${flag}`, '1')
  } catch (error) {
    recordTrouble('not noted how far the plant is set up', error)
  }
}

/** Card with the missing setup steps of an empty plant; renders nothing once all are done. */
export default function SetupCard() {
  const { t } = useTranslation('client')
  const [isDone, setIsDone] = useState(() => isFlagSet('done'))
  if (isDone) return null
  const close = () => {
    setFlag('done')
    setIsDone(true)
  }
  const complete = () => {
    if (isFlagSet('begun')) void notify(t('setup.complete'), 'success')
    close()
  }
  return (
    <Suspense>
      <SetupSteps onMissingSteps={() => setFlag('begun')} onComplete={complete} onHide={close} />
    </Suspense>
  )
}
