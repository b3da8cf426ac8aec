import { lazy, Suspense, useState } from 'react'
import { recordTrouble } from '../ui/trouble'

const SetupSteps = lazy(() => import('./SetupSteps'))

/** Where this device notes that the plant has all it needs: nobody is asked again. */
const DONE = 'setup/done'
function isNoted(): boolean {
  try {
    return localStorage.getItem(DONE) !== null
  } catch {
    return false // storage is blocked: asked again, for this page
  }
}
function note(): void {
  try {
    localStorage.setItem(DONE, '1')
  } catch (error) {
    recordTrouble('not noted that the plant is set up', error)
  }
}

/** What an empty plant still needs, for who sets it up; nothing once it has all of it. */
export default function SetupCard() {
  const [done, setDone] = useState(isNoted)
  if (done) return null
  return (
    <Suspense>
      <SetupSteps
        onDone={() => {
          note()
          setDone(true)
        }}
      />
    </Suspense>
  )
}
