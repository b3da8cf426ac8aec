import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useOptions } from '@/client/fields/options'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { useConfirm } from '@/client/ui/use-confirm'
import { useParams } from '@/client/use-params'
import { dashboardContainer } from '../../contract/dashboard-container'
import type { Container } from './use-grid'

/** Form for the name of a dashboard and the roles it is shared with. An existing dashboard can be deleted here. */
export function DashboardForm({ row }: { row: Container | null }) {
  const { t } = useTranslation(['overview', 'client'])
  const [, change] = useParams()
  const shares = useHasPermission('dashboardEdit')
  const roles = useOptions('role', '', shares)
  const [name, setName] = useState(row?.name ?? '')
  const [roleIds, setRoleIds] = useState<readonly string[]>(row?.roleIds ?? [])
  const [ask, dialog] = useConfirm()
  const add = useInstantCommand(dashboardContainer.endpoints.create)
  const edit = useInstantCommand(dashboardContainer.endpoints.update)
  const remove = useInstantCommand(dashboardContainer.endpoints.remove)
  const save = async () => {
    const said = { name: name.trim(), roleIds: [...roleIds] }
    if (row) return edit.run({ id: row.id, version: row.version, ...said })
    const made = await add.run(said)
    if (made && !made.queued) change({ view: made.data.id }, true)
    return made
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
      {shares && (
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
      <Button type="submit" look="primary" disabled={add.busy || edit.busy || !name.trim()}>
        {t('client:resource.save')}
      </Button>
      {row && (
        <Button
          look="danger"
          onClick={() => {
            void (async () => {
              if (!(await ask({ thing: row.name }))) return
              if (await remove.run({ id: row.id, version: row.version })) change({ view: null }, true)
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
