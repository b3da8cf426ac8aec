import { recordTrouble } from '../ui/trouble'
import { notify } from './notify'
import { onSyncStatus, phone, syncStatus } from './phone'

/** So long a message waits for the server's answer, ms; then the command is on this phone, and still on its way where a network is there. */
const PATIENCE = 2500

/** Whether a server can be reached, by what the last try said. */
export const isOnline = (): boolean => navigator.onLine && syncStatus().state !== 'offline'

/**
 * The text to say of what became of a command. That it stands on this phone and waits is said only when it does: not of what
 * the server has answered, nor while it is on its way.
 */
export const savedText = ({
  queued,
}: {
  readonly queued: boolean
}): 'client:resource.saved' | 'client:resource.savedHere' =>
  !queued || isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'

type Outcome = 'taken' | 'refused' | 'waits'
/** What became of the command of this id: taken by the server it is no longer here. */
const outcomeOf = (id: string): Promise<Outcome> =>
  new Promise((resolve) => {
    let stop: (() => void) | null = null
    let over = false
    const end = (outcome: Outcome) => {
      if (over) return
      over = true
      clearTimeout(timer)
      unhear()
      stop?.()
      resolve(outcome)
    }
    const timer = setTimeout(() => end('waits'), PATIENCE)
    const unhear = onSyncStatus(() => {
      if (!isOnline()) end('waits')
    })
    phone().then(
      (store) => {
        stop = store.watch((items) => {
          const mine = items.find((one) => one.id === id)
          // Of one that is through photos may be left.
          if (!mine || mine.op === null) end('taken')
          else if (mine.state === 'attention') end('refused')
        })
        if (over) stop()
      },
      (error: unknown) => {
        recordTrouble('store not opened', error)
        end('waits')
      },
    )
  })

/**
 * Says that a command is saved, once it is known where: by the server when it answered, else on this phone. A server that has
 * just gone is found out by the first command that it does not answer.
 */
export async function saySaved(t: Say, result: Saved, done?: string): Promise<void> {
  const asked = result.queued && result.id !== undefined && isOnline() ? await outcomeOf(result.id) : null
  if (asked === 'refused') return notify(t('client:resource.refusedRow'), 'fail')
  await notify(asked === 'waits' ? waitingText(t, done) : doneText(t, asked ? TAKEN : result, done), 'success')
}
const TAKEN = { queued: false }
type Say = (key: ReturnType<typeof savedText> | 'client:resource.refusedRow' | 'client:resource.sending') => string
interface Saved {
  readonly queued: boolean
  readonly id?: string
}
const waitingText = (t: Say, done: string | undefined): string =>
  [done, t(isOnline() ? 'client:resource.sending' : 'client:resource.savedHere')].filter(Boolean).join(' · ')

/** What is said of a command that has a word of its own for being done: with it, where it is, while it only waits on this phone. */
export const doneText = (t: Say, result: { readonly queued: boolean }, done: string | undefined): string => {
  const saved = savedText(result)
  return saved === 'client:resource.savedHere' ? waitingText(t, done) : (done ?? t(saved))
}

/** The result of a command that was corrected while it waited. */
export const corrected = (id: string): Saved => ({ queued: true, id })
