import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useOptions } from '@/client/fields/options'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { useParams } from '@/client/use-params'
import { dashboardContainer } from '../../contract/dashboard-container'
import type { Dashboard } from './use-dashboard-grid'

/** Form for the name of a dashboard and the roles it is shared with. An existing dashboard can be deleted here. */
export function DashboardForm({ row }: { row: Dashboard | null }) {
  const { t } = useTranslation(['overview', 'client'])
  const [, changeParams] = useParams()
  const canShare = useHasPermission('dashboardEdit')
  const roles = useOptions('role', '', canShare)
  const [name, setName] = useState(row?.name ?? '')
  const [roleIds, setRoleIds] = useState<readonly string[]>(row?.roleIds ?? [])
  const [confirm, dialog] = useConfirm()
  const addCommand = useCommand(dashboardContainer.endpoints.create)
  const editCommand = useCommand(dashboardContainer.endpoints.update)
  const removeCommand = useCommand(dashboardContainer.endpoints.remove)
  const save = async () => {
    const enteredValues = { name: name.trim(), roleIds: [...roleIds] }
    if (row) return editCommand.run({ id: row.id, version: row.version, ...enteredValues })
    const created = await addCommand.run(enteredValues)
    if (created && !created.queued) changeParams({ view: created.data.id }, true)
    return created
  }
  return (
    <form
      className="overview-bar"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        {t('dashboardContainer.fields.name')}
        <input className="ui-input" required maxLength={60} value={name} onChange={(e) => setName(e.target.value)} />
      </label>
      {canShare && (
        <fieldset className="own-roles">
          <legend>{t('dashboardContainer.fields.roleIds')}</legend>
          {roles.list.map((role) => (
            <label key={role.id}>
              <input
                type="checkbox"
                checked={roleIds.includes(role.id)}
                onChange={(event) =>
                  setRoleIds(event.target.checked ? [...roleIds, role.id] : roleIds.filter((id) => id !== role.id))
                }
              />
              {role.label}
            </label>
          ))}
        </fieldset>
      )}
      <Button type="submit" look="primary" disabled={addCommand.busy || editCommand.busy || !name.trim()}>
        {t('client:resource.save')}
      </Button>
      {row && (
        <Button
          look="danger"
          onClick={() => {
            void (async () => {
              if (!(await confirm({ objectName: row.name }))) return
              if (await removeCommand.run({ id: row.id, version: row.version })) changeParams({ view: null }, true)
            })()
          }}
        >
          {t('own.delete')}
        </Button>
      )}
      {dialog}
    </form>
  )
}
