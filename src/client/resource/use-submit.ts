import { startTransition, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import { uuid7 } from '@/contract/id'
import { checkInput } from '@/contract/schema'
import { ApiError, conflictKept, conflictOf, type Conflict } from '../api/api-error'
import { notify } from '../api/notify'
import { saySaved } from '../api/saved'
import { phone, type Photo } from '../api/phone'
import { useSend } from '../api/use-command'
import type { FieldPlace, Labels } from '../i18n/labels'
import type { BaseRow } from './use-draft'
import type { CommandFormProps } from './CommandForm'
import { fieldIssues, type FieldIssue } from './issues'
import { changedValues, filledValues, type Values } from './values'

interface Around {
  /** The row as it was when the form opened. */
  row: BaseRow | undefined
  fields: Fields
  before: Values
  place: FieldPlace
  labels: Labels
  photos: ReadonlyMap<string, Photo>
  show: (issues: FieldIssue[]) => void
  done: () => void
}
export interface Submit {
  busy: boolean
  conflict: Conflict | null
  run: (values: Values) => Promise<void>
  resolve: (merged: Values, version: number) => Promise<void>
  dismiss: () => void
}

/**
 * Checks, sends and completes a command form. The contract's checks run first, so that errors appear at the fields
 * offline too.
 */
export function useSubmit(props: CommandFormProps<Values, unknown> & { draftKey: string }, around: Around): Submit {
  const { endpoint, unsent, onDone } = props
  const { row } = around
  const { t } = useTranslation('client')
  const sendNow = useSend(endpoint)
  const [conflict, setConflict] = useState<Conflict | null>(() => (unsent ? conflictKept(unsent.lastError) : null))
  const [busy, setBusy] = useState(false)
  const own = useRef(uuid7())
  const sending = useRef(false)
  /** A new row was accepted: its form is closing, and sending again would create the row twice. */
  const taken = useRef(false)

  const rowWord = (number: number) => t('fields.row', { number })
  const bodyOf = (values: Values): Values => {
    if (row) return { id: row.id, version: row.version, ...changedValues(around.fields, around.before, values) }
    // Only start values without an input: a field that the person emptied stays empty.
    const given = Object.fromEntries(Object.entries(props.start ?? {}).filter(([name]) => !(name in around.fields)))
    if (endpoint.partial) return { ...given, ...changedValues(around.fields, around.before, values) } // partial endpoints such as the own account: an emptied field is sent empty
    return {
      ...('id' in endpoint.input && !('id' in around.fields) ? { id: own.current } : {}),
      ...given,
      ...filledValues(around.fields, values),
    }
  }
  async function send(body: Values): Promise<void> {
    if (sending.current || taken.current) return // a second tap before the button was rendered as busy or the form closed
    sending.current = true
    try {
      await judgeAndSend(body)
    } finally {
      sending.current = false
    }
  }
  async function judgeAndSend(body: Values): Promise<void> {
    const checked = checkInput(endpoint, body)
    if (!checked.ok)
      return around.show(fieldIssues(checked.issues, around.fields, around.place, around.labels, rowWord, body))
    const wrong = (await props.check?.({ ...row, ...checked.value })) ?? []
    if (wrong.length > 0)
      return around.show(
        wrong.map(({ name, message }) => ({
          name,
          label: name in around.fields ? around.labels.field(around.place, name) : '',
          message,
        })),
      )
    if (props.before && !(await props.before(checked.value))) return
    startTransition(() => {
      around.show([])
      setBusy(true)
    }) // rendered while the disk is busy: see `useSendCommand`
    try {
      const version = typeof body['version'] === 'number' ? body['version'] : undefined
      if (unsent) await (await phone()).edit(unsent.id, body, version)
      else {
        const result = await sendNow(checked.value, {
          photos: [...around.photos.values()].filter((photo) => uses(body, photo.id)),
          draftKey: props.draftKey,
          ...(version === undefined ? {} : { baseVersion: version }),
        })
        taken.current = body['id'] === own.current
        void saySaved(t, result)
      }
      around.done()
      onDone({ id: String(body['id'] ?? ''), queued: endpoint.offline !== undefined })
    } catch (error) {
      settle(error, body)
    } finally {
      setBusy(false)
    }
  }
  function settle(error: unknown, body: Values): void {
    const found = conflictOf(error)
    if (found) return setConflict(found)
    if (error instanceof ApiError && error.issues.length > 0)
      return around.show(fieldIssues(error.issues, around.fields, around.place, around.labels, rowWord, body))
    if (!(error instanceof ApiError && error.shown))
      void notify(`${t('resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
  }
  return {
    busy,
    conflict,
    // Fields that were neither in the command nor edited stay absent: editing two fields must not clear a third.
    run: (values) =>
      send(unsent ? { ...unsent.body, ...changedValues(around.fields, around.before, values) } : bodyOf(values)),
    resolve: (merged, version) =>
      send({ ...unsent?.body, ...merged, id: String(row?.id ?? unsent?.entityId ?? ''), version }),
    dismiss: () => setConflict(null),
  }
}
const uses = (body: Values, id: string): boolean => JSON.stringify(body).includes(id)
