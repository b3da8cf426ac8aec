import { useTranslation } from 'react-i18next'
import type { Endpoint, EndpointInput } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import { useOptions } from '@/client/fields/options'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { CheckboxList } from '@/client/ui/CheckboxList'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { useQueryParams } from '@/client/use-query-params'
import { dashboardContainer } from '../../contract/dashboard-container'
import type { Dashboard } from './use-dashboard-grid'

const { create, update, remove } = dashboardContainer.endpoints

/** Form for the name of a dashboard and the roles it is shared with. An existing dashboard can be deleted here. */
export function DashboardForm({ row }: { row: Dashboard | null }) {
  const { t } = useTranslation(['overview', 'client'])
  const [, changeParams] = useQueryParams()
  const canShare = useHasPermission('dashboardEdit')
  const roles = useOptions('role', '', { enabled: canShare })
  const [confirm, dialog] = useConfirm()
  const removeCommand = useCommand(remove)
  return (
    <div className="own-form">
      <InlineCommandForm
        command={(row ? update : create) as Endpoint<EndpointInput<typeof create>, Dashboard>}
        row={row}
        label={t('client:resource.save')}
        fieldNames={canShare ? ['name', 'roleIds'] : ['name']}
        requiredNames={['name']}
        startValues={{ name: row?.name ?? '', roleIds: row?.roleIds ?? [] }}
        inputs={{
          roleIds: ({ value, onChange, ...input }) => (
            <CheckboxList
              {...input}
              options={roles.list.map(({ id, label }) => ({ key: id, label }))}
              values={value ?? []}
              onChange={onChange}
            />
          ),
        }}
        onSaved={(result) => !row && !result.queued && changeParams({ view: result.data.id }, { replace: true })}
      />
      {row && (
        <Button
          look="danger"
          onClick={() => {
            void (async () => {
              if (!(await confirm({ objectName: row.name }))) return
              if (await removeCommand.run({ id: row.id, version: row.version }))
                changeParams({ view: null }, { replace: true })
            })()
          }}
        >
          {t('own.delete')}
        </Button>
      )}
      {dialog}
    </div>
  )
}
