import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { getPhoneStore, type UnsentCommand } from '@/client/api/phone'
import { getSavedTextKey } from '@/client/api/notify-saved'
import { useUnsentCommands } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { useLabels } from '@/client/i18n/labels'
import { toFieldIssues } from '@/client/resource/form-issues'
import { checkInput } from '@/contract/schema'
import { testResult } from '../contract/test-result'
import { findUnreadableSample, type TestResultRow, type parseSamples } from './cell-samples'
import type { SignRule } from '../rules/reading'
import type { EntryGridRow } from './grid-rows'

const { create: createEndpoint, update: updateEndpoint } = testResult.endpoints
const RESULT_FIELD_PLACE = { area: testResult.area, owner: testResult.name }
type Samples = ReturnType<typeof parseSamples>

/** Lists the unsent commands of one result in their order. */
export const listResultCommands = (
  unsentCommands: readonly UnsentCommand[],
  resultId: string | null,
): UnsentCommand[] =>
  unsentCommands.filter((item) => item.resource === testResult.name && item.entityId === resultId && item.op !== null)

/**
 * Replaces the values of an unsent command, and discards later commands of the cell.
 * @throws OutboxRefusal if the command has been sent in the meantime
 */
export async function replaceUnsent(
  commands: readonly UnsentCommand[],
  samples: Samples,
  version?: number,
): Promise<void> {
  const phone = await getPhoneStore()
  const [firstCommand, ...laterCommands] = commands
  if (!firstCommand) return
  const body = { ...firstCommand.body, samples, ...(version === undefined ? {} : { version }) }
  await phone.edit(firstCommand.id, body, version ?? firstCommand.baseVersion ?? undefined)
  for (const { id } of laterCommands) await phone.discard(id)
}
/** Discards the unsent value of a cell with its later changes. */
export async function discardUnsent(commands: readonly UnsentCommand[]): Promise<void> {
  const phone = await getPhoneStore()
  for (const { id } of commands.toReversed()) await phone.discard(id)
}

/**
 * Returns a function that saves a cell and resolves to the reason of a failure, else null. Input that the server would
 * refuse is not queued. A correction replaces an unsent or refused value, because an edit queued behind a refused value
 * would never be sent.
 */
export function useSaveCell(batchId: string) {
  const { t } = useTranslation(['laboratory', 'client'])
  const labels = useLabels('laboratory')
  const unsentCommands = useUnsentCommands()
  const updateCommand = useCommand(updateEndpoint)
  const createCommand = useCommand(createEndpoint)
  return async (
    row: EntryGridRow,
    index: SignRule & { indexId: string },
    previousRow: TestResultRow | undefined,
    samples: Samples,
  ): Promise<string | null> => {
    const { jumboRollId, slitRollId } = row
    const createInput = { batchId, indexId: index.indexId, jumboRollId, slitRollId, samples }
    const updateInput = previousRow && { id: previousRow.id, version: previousRow.version, samples }
    const refusal = findRefusal(updateInput ?? createInput, index)
    if (refusal) {
      void notify(t('pages.qualityData.notKept', { why: refusal }), 'fail')
      return refusal
    }
    const commands = listResultCommands(unsentCommands, previousRow?.id ?? null)
    if (commands[0]?.editable && (await tryReplaceUnsent(commands, samples))) return null
    const outcome = updateInput
      ? await updateCommand.run(updateInput, { baseVersion: updateInput.version })
      : await createCommand.run(createInput)
    return outcome === null ? t('client:resource.notSaved') : null
  }
  function findRefusal(input: { samples: Samples }, index: SignRule): string | null {
    const unreadableSample = findUnreadableSample(input.samples, index)
    if (unreadableSample) return t(`refusals.sheet.${unreadableSample.why}`, { value: unreadableSample.text })
    const endpoint = 'id' in input ? updateEndpoint : createEndpoint
    const validation = checkInput(endpoint, input)
    if (validation.ok) return null
    const issues = toFieldIssues(validation.issues, endpoint.input, RESULT_FIELD_PLACE, labels, (number) =>
      t('client:fields.row', { number }),
    )
    return issues.map(({ message }) => message).join('; ')
  }
  async function tryReplaceUnsent(commands: readonly UnsentCommand[], samples: Samples): Promise<boolean> {
    try {
      await replaceUnsent(commands, samples)
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
