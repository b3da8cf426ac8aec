import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import type { UnsentCommand } from '@/client/api/phone'
import { lookUpRows } from '@/client/api/look-up-rows'
import { useRow } from '@/client/api/use-list'
import { FirstChoicesContext } from '@/client/fields/form-scope'
import type { FormFill } from '@/client/resource/CommandForm'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { tool } from '../contract/tool'
import { mountTool, toolCommands } from '../contract/tool-commands'
import { toolUse } from '../contract/tool-use'
import { findMissingPlaceField } from '../rules/tool'
import { useToolLineChoices } from './use-lines-for-tool'
import type { Tool } from './ToolPanel'
import { useTakeOffConfirm, useMountedToolLookup, useWornConfirm } from './use-take-off-confirm'

/** Page with the form of a tool command, or with the correction of an unsent one. */
export default function ToolCommandPage({
  id,
  actionName,
  unsent,
  onBack,
}: {
  id: string | null
  actionName: string | null
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const rowQuery = useRow(tool, unsent ? unsent.entityId : id)
  const command = toolCommands.find((candidate) =>
    unsent ? candidate.name === unsent.op : candidate.action === actionName,
  )
  return (
    <RowBoundary query={rowQuery} onBack={onBack}>
      {(row) =>
        command ? (
          <ToolCommandForm row={row} command={command} refs={rowQuery.refs} unsent={unsent} onBack={onBack} />
        ) : (
          <EmptyState title={t('client:resource.gone')} advice={t('client:resource.goneNext')}>
            <Button onClick={onBack}>{t('client:ui.back')}</Button>
          </EmptyState>
        )
      }
    </RowBoundary>
  )
}

function ToolCommandForm({
  row,
  command,
  refs,
  unsent,
  onBack,
}: {
  row: Tool
  command: (typeof toolCommands)[number]
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation('contract')
  const findOccupantAtPlace = useOccupantLookup(row)
  const checkMountedLater = useMountedLaterCheck(findOccupantAtPlace)
  const takeOffConfirm = useTakeOffConfirm()
  const [askIfWorn, wornDialog] = useWornConfirm()
  const missingText = t('errors.issue.missing')
  const checkPlace = ({ place, side }: Readonly<FormValues>) => {
    const missingField =
      command === mountTool &&
      findMissingPlaceField(row.kind, {
        place: place ? Number(place) : null,
        side: typeof side === 'string' ? side : null,
      })
    return missingField ? [{ name: missingField, message: missingText }] : []
  }
  const lineChoices = useToolLineChoices(row)
  // Most tools go back to where they were, so the form starts with the last place. When the form opens, it calls
  // `fillIn` with its own values as the change.
  const fillLastPlace: FormFill = async (change, values) => (change === values ? loadLastPlace(row.id) : null)
  return (
    <FirstChoicesContext value={{ line: lineChoices.lines }}>
      <RowCommandForm
        command={command}
        row={row}
        unsent={unsent}
        fieldNames={getFormInputs(command).filter((name) => name !== 'side' || row.kind === 'knife')}
        refs={refs}
        check={(values) => [...lineChoices.check(values), ...checkMountedLater(values), ...checkPlace(values)]}
        {...(command === mountTool
          ? {
              fillIn: fillLastPlace,
              confirmSave: async (values: Readonly<FormValues>) =>
                (await askIfWorn(row)) && takeOffConfirm.ask(findOccupantAtPlace(values)),
            }
          : {})}
        onBack={onBack}
      />
      {takeOffConfirm.dialog}
      {wornDialog}
    </FirstChoicesContext>
  )
}
/** Loads the place of the last mounting of a tool. */
async function loadLastPlace(toolId: string): Promise<FormValues | null> {
  const [lastMounting] = await lookUpRows(toolUse, { toolId, kind: 'mounted', size: 1 })
  return lastMounting ? { lineId: lastMounting.lineId, place: lastMounting.place, side: lastMounting.side } : null
}
/** Returns the check that refuses a place whose tool was mounted later than the entered time. */
function useMountedLaterCheck(findOccupantAtPlace: ReturnType<typeof useOccupantLookup>) {
  const { t } = useTranslation('tools')
  return (values: Readonly<FormValues>) => {
    const occupant = findOccupantAtPlace(values)
    return occupant?.mountedAt && occupant.mountedAt >= String(values['occurredAt'])
      ? [{ name: 'place', message: t('refusals.mountedSince', { code: occupant.code, there: String(occupant.place) }) }]
      : []
  }
}
/** Returns a function that finds the tool at the place entered in the form. */
function useOccupantLookup({ id, kind }: Tool) {
  const findMountedTool = useMountedToolLookup(kind, id)
  return ({ lineId, place, side }: Readonly<FormValues>) =>
    findMountedTool({
      lineId: typeof lineId === 'string' ? lineId : null,
      place: place ? Number(place) : null,
      side: typeof side === 'string' ? side : null,
    })
}
