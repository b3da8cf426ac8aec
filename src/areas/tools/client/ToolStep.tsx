import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { lookUpRows } from '@/client/api/look-up-rows'
import { useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { FirstChoicesContext } from '@/client/fields/first-choices'
import type { FormFill } from '@/client/resource/CommandForm'
import { MissingRowView } from '@/client/resource/MissingRowView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { tool } from '../contract/tool'
import { mountTool, toolCommands } from '../contract/tool-commands'
import { toolUse } from '../contract/tool-use'
import { placeMissing } from '../rules/tool'
import { useLinesFor } from './lines-for'
import type { Tool } from './ToolPanel'
import { useAskTakeOff, useToolAt } from './use-taken-off'

type AnyEndpoint = Endpoint<FormValues, unknown>

/** Page with the form of a tool command, or with the correction of an unsent one. */
export default function ToolStep({
  id,
  act,
  unsent,
  onBack,
}: {
  id: string | null
  act: string | null
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['tools', 'client'])
  const { row, refs, ...opened } = useRow(tool, unsent ? unsent.entityId : id)
  const step = toolCommands.find((one) => (unsent ? one.name === unsent.op : one.action === act))
  if (!row) return <MissingRowView opened={{ ...opened, busy: opened.isLoading }} onBack={onBack} />
  if (!step)
    return (
      <EmptyState title={t('client:resource.gone')} next={t('client:resource.goneNext')}>
        <Button onClick={onBack}>{t('client:ui.back')}</Button>
      </EmptyState>
    )
  return <Asking row={row} step={step} refs={refs} unsent={unsent} onBack={onBack} />
}

function Asking({
  row,
  step,
  refs,
  unsent,
  onBack,
}: {
  row: Tool
  step: (typeof toolCommands)[number]
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation(['tools', 'contract'])
  const thereOf = useThere(row)
  const taken = useTaken(thereOf)
  const comesOff = useAskTakeOff()
  const missing = t('contract:errors.issue.missing')
  const placed = ({ place, side }: Readonly<FormValues>) => {
    const name =
      step === mountTool &&
      placeMissing(row.kind, { place: place ? Number(place) : null, side: typeof side === 'string' ? side : null })
    return name ? [{ name, message: missing }] : []
  }
  const fitting = useLinesFor(row)
  // Fills in the last place only when the form opens: most tools go back to where they were.
  const fill: FormFill = async (change, values) => (change === values ? lastPlace(row.id) : null)
  const [start] = useState<FormValues>(() => ({ id: row.id, version: row.version, occurredAt: getPlantMoment() }))
  return (
    <FirstChoicesContext value={{ line: fitting.lines }}>
      <LazyCommandForm
        endpoint={step as AnyEndpoint}
        title={`${t(`actions.tool_${step.action as 'mount'}`)} · ${row.code}`}
        draftOf={row.id}
        {...(unsent ? { unsent } : { start })}
        only={getFormInputs(step).filter((name) => name !== 'side' || row.kind === 'knife')}
        refs={refs}
        check={(values) => [...fitting.check(values), ...taken(values), ...placed(values)]}
        {...(step === mountTool
          ? { fill, before: (values: Readonly<FormValues>) => comesOff.ask(thereOf(values), row.code) }
          : {})}
        onBack={onBack}
        onDone={onBack}
      />
      {comesOff.dialog}
    </FirstChoicesContext>
  )
}
/** Loads the place of the last mounting of a tool. */
async function lastPlace(toolId: string): Promise<FormValues | null> {
  const [last] = await lookUpRows(toolUse, { toolId, kind: 'mounted', size: 1 })
  return last ? { lineId: last.lineId, place: last.place, side: last.side } : null
}
/** Returns the check that refuses a place whose tool was mounted later than the entered time. */
function useTaken(thereOf: ReturnType<typeof useThere>) {
  const { t } = useTranslation('tools')
  return (values: Readonly<FormValues>) => {
    const there = thereOf(values)
    return there?.mountedAt && there.mountedAt >= String(values['occurredAt'])
      ? [{ name: 'place', message: t('refusals.mountedSince', { code: there.code, there: String(there.place) }) }]
      : []
  }
}
/** Returns a function that finds the tool at the place entered in the form. */
function useThere({ id, kind }: Tool) {
  const toolAt = useToolAt(kind, id)
  return ({ lineId, place, side }: Readonly<FormValues>) =>
    toolAt({
      lineId: typeof lineId === 'string' ? lineId : null,
      place: place ? Number(place) : null,
      side: typeof side === 'string' ? side : null,
    })
}
