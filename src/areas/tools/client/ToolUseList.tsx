import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { FirstChoicesContext, type FirstChoice } from '@/client/fields/form-scope'
import { ResourcePage, type ResourceFormParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { useQueryParams } from '@/client/use-query-params'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { useLineChoices } from './use-lines-for-tool'
import { useToolUseCheck } from './use-tool-use-check'

const COLUMNS = [
  'toolId',
  'kind',
  'occurredAt',
  'removedAt',
  'lineId',
  'place',
  'hours',
  'kg',
  'metres',
  'reason',
  'userId',
  'removedBy',
  'toolKind',
  'images',
  'note',
] as const

/** Use records of all tools; records that were not scanned at the time are entered here. */
export default function ToolUseList({ viewTabs }: { viewTabs: ReactNode }) {
  const { t } = useTranslation('tools')
  const changeParams = useQueryParams()[1]
  const canAdd = useCanCall(toolUse.endpoints.create)
  const check = useToolUseCheck()
  const form = useMemo(
    (): ResourceFormParts => ({
      check,
      renderAround: (fields, { toolId }) => (
        <ToolLineChoicesProvider toolId={typeof toolId === 'string' ? toolId : null}>{fields}</ToolLineChoicesProvider>
      ),
    }),
    [check],
  )
  return (
    <ResourcePage
      resource={toolUse}
      columns={COLUMNS}
      parts={{ above: viewTabs }}
      form={form}
      primary={
        canAdd && (
          <Button look="primary" onClick={() => changeParams({ new: '1' })}>
            {t('pages.tools.addUse')}
          </Button>
        )
      }
    />
  )
}

/** Provides the line choices of the chosen tool to its form fields: fitting lines first, the others with the reason. */
function ToolLineChoicesProvider({ toolId, children }: { toolId: string | null; children: ReactNode }) {
  const { row } = useRow(tool, toolId)
  const getLineChoices = useLineChoices()
  const firstChoices = useMemo(
    (): Readonly<Record<string, readonly FirstChoice[]>> => (row ? { line: getLineChoices(row) } : {}),
    [getLineChoices, row],
  )
  return <FirstChoicesContext value={firstChoices}>{children}</FirstChoicesContext>
}
