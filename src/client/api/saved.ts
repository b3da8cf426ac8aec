import i18next from 'i18next'
import { operationWord } from '@/contract/operation-word'
import { holderOf } from '@/offline/resting-on'
import { areaOfOperation } from '../areas'
import { recordTrouble } from '../ui/trouble'
import { notify } from './notify'
import { onSyncStatus, phone, syncStatus } from './phone'

/**
 * Maximum wait, ms, for the server's answer before the message is shown; by then the command counts as waiting on this
 * phone.
 */
const PATIENCE = 2500

/** True if the last attempt reached the server. */
export const isOnline = (): boolean => navigator.onLine && syncStatus().state !== 'offline'

/**
 * Returns the text key for a saved command. "Saved on this phone" is used only if it waits there: not after the
 * server's answer, nor while it is being sent.
 */
export const savedText = ({
  queued,
}: {
  readonly queued: boolean
}): 'client:resource.saved' | 'client:resource.savedHere' =>
  !queued || isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'

/** `late`: the server is reachable but has not answered yet. */
type Outcome = 'taken' | 'refused' | 'waits' | 'late' | { readonly heldBy: string | null }
/** Waits for the outcome of a command; one accepted by the server is no longer in the outbox. */
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
          // Photos of an accepted command may still be waiting.
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
 * Shows where a command is saved, once that is known: on the server, or on this phone together with the reason: no
 * network, or an earlier command that was refused. A server that has just become unreachable is detected by the first
 * command without an answer.
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
/** Loads the label of a command from the texts of its area. */
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

/** Builds the message of a command with its own "done" text; adds "saved on this phone" while it waits there. */
export const doneText = (t: Say, result: { readonly queued: boolean }, done: string | undefined): string => {
  const saved = savedText(result)
  return saved === 'client:resource.savedHere' ? beside(done, t(saved)) : (done ?? t(saved))
}

/** Returns the result of a command that was corrected while it waited. */
export const corrected = (id: string): Saved => ({ queued: true, id })
