import i18next from 'i18next'
import { operationWord } from '@/contract/operation-word'
import { holderOf } from '@/offline/resting-on'
import { areaOfOperation } from '../areas'
import { recordTrouble } from '../ui/trouble'
import { notify } from './notify'
import { onSyncStatus, phone, syncStatus } from './phone'

/** So long a message waits for the server's answer, ms; then the command waits on this phone, whatever the last try said. */
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

/** `late`: the server is there and takes its time. */
type Outcome = 'taken' | 'refused' | 'waits' | 'late' | { readonly heldBy: string | null }
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
    const timer = setTimeout(() => end(isOnline() ? 'late' : 'waits'), PATIENCE)
    const unhear = onSyncStatus(() => {
      if (!isOnline()) end('waits')
    })
    phone().then(
      (store) => {
        stop = store.watch((items) => {
          const mine = items.find((one) => one.id === id)
          if (mine?.state === 'waiting') end({ heldBy: holderOf(items, mine)?.op ?? null })
          else if (mine?.state === 'attention') end('refused')
          else if (!isOnline()) end('waits')
          // Of one that is through photos may be left.
          else if (!mine || mine.op === null) end('taken')
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
 * Says that a command is saved, once it is known where: by the server when it answered, else on this phone, and what it waits
 * for there: the network, or what the server refused before it. A server that has just gone is found out by the first command
 * that it does not answer.
 */
export async function saySaved(t: Say, result: Saved, done?: string): Promise<void> {
  const asked = result.queued && result.id !== undefined ? await outcomeOf(result.id) : null
  if (asked === 'refused') return notify(t('client:resource.refusedRow'), 'fail')
  if (asked instanceof Object)
    return notify(t('client:resource.heldBack', { what: await wordOf(asked.heldBy) }), 'fail')
  const text =
    asked === 'waits'
      ? beside(done, t('client:resource.savedHere'))
      : asked === 'late'
        ? beside(done, t('client:resource.sending'))
        : doneText(t, asked ? TAKEN : result, done)
  await notify(text, 'success')
}
/** What a command is called, by the words of its area. */
async function wordOf(op: string | null): Promise<string> {
  const area = op === null ? undefined : areaOfOperation(op)
  if (!area || op === null) return '…'
  await i18next.loadNamespaces([area.name, 'contract'])
  return operationWord((key, more) => i18next.t(key, more), { area: area.name, name: op })
}
const TAKEN = { queued: false }
type Say = (
  key:
    | ReturnType<typeof savedText>
    | 'client:resource.refusedRow'
    | 'client:resource.heldBack'
    | 'client:resource.sending',
  values?: { what: string },
) => string
interface Saved {
  readonly queued: boolean
  readonly id?: string
}
const beside = (done: string | undefined, where: string): string => [done, where].filter(Boolean).join(' · ')

/** What is said of a command that has a word of its own for being done: with it, where it is, while it only waits on this phone. */
export const doneText = (t: Say, result: { readonly queued: boolean }, done: string | undefined): string => {
  const saved = savedText(result)
  return saved === 'client:resource.savedHere' ? beside(done, t(saved)) : (done ?? t(saved))
}

/** The result of a command that was corrected while it waited. */
export const corrected = (id: string): Saved => ({ queued: true, id })
