import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhone, type UnsentCommand } from '@/client/api/phone'
import { getSavedTextKey } from '@/client/api/notify-saved'
import { useUnsentCommands } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useLabels } from '@/client/i18n/labels'
import { toFieldIssues } from '@/client/resource/form-issues'
import { checkInput } from '@/contract/schema'
import { testResult } from '../contract/test-result'
import { unreadable, type Result, type samplesOf } from './cell'
import type { Signed } from '../rules/reading'
import type { GridRow } from './grid-rows'

const { create: creating, update: updating } = testResult.endpoints
const PLACE = { area: testResult.area, owner: testResult.name }
type Samples = ReturnType<typeof samplesOf>

/** Lists the unsent commands of one result in their order. */
export const chainOf = (unsent: readonly UnsentCommand[], resultId: string | null): UnsentCommand[] =>
  unsent.filter((item) => item.resource === testResult.name && item.entityId === resultId && item.op !== null)

/**
 * Replaces the values of an unsent command, and discards later commands of the cell.
 * @throws OutboxRefusal if it was just sent
 */
export async function replaceUnsent(
  chain: readonly UnsentCommand[],
  samples: Samples,
  version?: number,
): Promise<void> {
  const store = await getPhone()
  const [first, ...later] = chain
  if (!first) return
  const body = { ...first.body, samples, ...(version === undefined ? {} : { version }) }
  await store.edit(first.id, body, version ?? first.baseVersion ?? undefined)
  for (const { id } of later) await store.discard(id)
}
/** Discards the unsent value of a cell with its later changes. */
export async function dropUnsent(chain: readonly UnsentCommand[]): Promise<void> {
  const store = await getPhone()
  for (const { id } of chain.toReversed()) await store.discard(id)
}

/**
 * Returns a function that saves a cell and resolves to the reason if it could not. Input that the server would refuse
 * is refused before it is queued. A correction of an unsent or refused value replaces it, because an edit queued behind
 * it would never be sent.
 */
export function useSaveCell(batchId: string) {
  const { t } = useTranslation(['laboratory', 'client'])
  const labels = useLabels('laboratory')
  const unsent = useUnsentCommands()
  const [update, create] = [useInstantCommand(updating), useInstantCommand(creating)]
  return async (
    row: GridRow,
    index: Signed & { indexId: string },
    before: Result | undefined,
    samples: Samples,
  ): Promise<string | null> => {
    const { jumboRollId, slitRollId } = row
    const first = { batchId, indexId: index.indexId, jumboRollId, slitRollId, samples }
    const change = before && { id: before.id, version: before.version, samples }
    const why = notTaken(change ?? first, index)
    if (why) {
      void notify(t('pages.qualityData.notKept', { why }), 'fail')
      return why
    }
    const chain = chainOf(unsent, before?.id ?? null)
    if (chain[0]?.editable && (await replaced(chain, samples))) return null
    const kept = change ? await update.run(change, { baseVersion: change.version }) : await create.run(first)
    return kept === null ? t('client:resource.notSaved') : null
  }
  function notTaken(input: { samples: Samples }, index: Signed): string | null {
    const wrong = unreadable(input.samples, index)
    if (wrong) return t(`refusals.sheet.${wrong.why}`, { value: wrong.text })
    const of = 'id' in input ? updating : creating
    const checked = checkInput(of, input)
    if (checked.ok) return null
    const issues = toFieldIssues(checked.issues, of.input, PLACE, labels, (number) =>
      t('client:fields.row', { number }),
    )
    return issues.map(({ message }) => message).join('; ')
  }
  async function replaced(chain: readonly UnsentCommand[], samples: Samples): Promise<boolean> {
    try {
      await replaceUnsent(chain, samples)
      void notify(t(getSavedTextKey({ queued: true })), 'success')
      return true
    } catch (error) {
      // The command was sent in the meantime, so the correction must be a separate edit.
      if (error instanceof Error && error.name === 'OutboxRefusal') return false
      void notify(`${t('client:resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
      return false
    }
  }
}
