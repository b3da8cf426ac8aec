import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import type { Endpoint } from '@/contract/endpoint'
import { notify } from '../api/notify'
import { useCommand } from '../api/use-command'
import { useNames } from '../fields/options'
import { useLabels } from '../i18n/labels'
import { usePlantZone } from '../session/zone'
import { useMayCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { DeleteIcon, EditIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import { useConfirm } from '../ui/use-confirm'
import type { AnyRow, Cells } from './columns'
import { ResourceDetail, titleParts } from './ResourceDetail'
import { recordTrouble } from '../ui/trouble'

export interface RowPanelProps {
  of: Resource
  row: AnyRow
  refs: Readonly<Record<string, string>>
  cells?: Cells | undefined
  /** Under the title, where it does not say all of it. */
  sub?: string | undefined
  /** What is told of the row, in this order; all of it unless told. */
  facts?: readonly string[] | undefined
  /** Below what is told of it. */
  children?: ReactNode
  actions?: ((row: AnyRow) => ReactNode) | undefined
  /** What kind of row it is, where its title does not say: a page of several kinds. */
  about?: string | undefined
  /** In place of the resource's own call that removes a row. */
  remove?: Endpoint<{ id: string; version?: number | null }, unknown> | undefined
  /** The command that changes the row; no "Edit" without it. */
  update: Endpoint | undefined
  onBack: (() => void) | undefined
  onEdit: () => void
  onGone: () => void
}

/** An open row with what may be done to it. */
export function RowPanel({
  of,
  row,
  refs,
  cells,
  sub,
  facts,
  children,
  actions,
  about,
  remove = of.endpoints.remove as RowPanelProps['remove'],
  update,
  onBack,
  onEdit,
  onGone,
}: RowPanelProps) {
  const { t } = useTranslation('client')
  const mayEdit = useMayCall(update)
  const [name = '', ...more] = titleParts(
    of,
    row,
    useTitleNames(of, row, refs),
    useLabels(of.area),
    usePlantZone(),
    cells,
  )
  const title = [about, name, ...more].filter(Boolean).join(' · ')
  const edit = mayEdit && (
    <Button
      look="quiet"
      icon={<EditIcon size={20} />}
      aria-label={t('resource.edit')}
      title={t('resource.edit')}
      onClick={onEdit}
    />
  )
  return (
    <PageFrame
      title={name}
      sub={sub ?? [about, ...more].filter(Boolean).join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {actions && edit}
          {remove && <RemoveRow endpoint={remove} row={row} title={title} onGone={onGone} />}
        </>
      }
      primary={
        actions?.(row) ??
        (mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
            {t('resource.edit')}
          </Button>
        ))
      }
    >
      <ResourceDetail of={of} row={row} refs={refs} only={facts} cells={cells} />
      {children}
    </PageFrame>
  )
}

/** Names of what the title refers to; a row of this phone is not among what the server named. */
function useTitleNames(of: Resource, row: AnyRow, refs: Readonly<Record<string, string>>): Record<string, string> {
  const field = of.title
    .map((name) => ({ name, field: of.fields[name] }))
    .find((one) => one.field?.kind === 'reference')
  const id = field && row[field.name]
  return {
    ...refs,
    ...useNames(field?.field?.kind === 'reference' ? field.field.to : '', typeof id === 'string' ? [id] : [], refs),
  }
}

/** Deletes after the specification's question, which names the thing. */
export function RemoveRow({
  endpoint,
  row,
  title,
  onGone,
}: {
  endpoint: Endpoint<{ id: string; version?: number | null }, unknown>
  row: AnyRow
  title: string
  onGone: () => void
}) {
  const { t } = useTranslation('client')
  const may = useMayCall(endpoint)
  const command = useCommand(endpoint)
  const [ask, dialog] = useConfirm()
  async function remove() {
    if (!(await ask({ thing: title }))) return
    try {
      await command.run({ id: row.id, version: row.version })
      void notify(t('resource.deleted'), 'success')
      onGone()
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  if (!may) return null
  return (
    <>
      <Button
        look="quiet"
        icon={<DeleteIcon size={20} />}
        aria-label={t('resource.delete')}
        disabled={command.busy}
        onClick={() => void remove()}
      />
      {dialog}
    </>
  )
}
