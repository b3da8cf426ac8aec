import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { hasPermission, useSession, useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon, DownloadIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { getDocumentKind, type DocumentRow, type VersionedDocument } from '../../contract/document'
import { isDraft, getAvailableActions, getNextApproverId } from '../../rules/approval'
import { VersionStateBadge } from '../VersionStateBadge'
import { formatVersionLabel, getSubjectResource, type DocumentView, type VersionRow } from '../document-view'
import { ApprovalSection } from './ApprovalSection'
import { ChangesTable } from './ChangesTable'
import { RejectDialog } from './RejectDialog'
import { VersionActionButton } from './VersionActionButton'
import { SubmitDialog } from './SubmitDialog'
import { callEndpoint } from '@/client/api/call-endpoint'
import { recordTrouble } from '@/client/ui/trouble'

export interface DocumentPanelProps {
  view: DocumentView
  row: VersionRow
  refs: Readonly<Record<string, string>>
  /** Shows and compares the version without actions, for the history. */
  readOnly?: boolean
  onBack: (() => void) | undefined
  onGone: () => void
  onEdit?: () => void
  onOpen: (id: string, more?: Readonly<Record<string, string>>) => void
}

/** One version with its content, changes, approval status, and the actions that this person may perform. */
export function DocumentPanel({
  view,
  row,
  refs,
  readOnly = false,
  onBack,
  onGone,
  onEdit,
  onOpen,
}: DocumentPanelProps) {
  const { t } = useTranslation('standards')
  const { definition } = view
  const person = useSession()
  const [openDialog, setOpenDialog] = useState<'submit' | 'reject' | null>(null)
  const { rows } = useList(definition.resource, { code: row.code, size: 100 })
  const versions = [...(rows as VersionRow[])].sort((a, b) => b.revision - a.revision)
  const previousVersion = versions.find((one) => one.revision < row.revision && one.state === 'approved') ?? null
  const subjectId = String(row[definition.subject] ?? '')
  const names = useNames(getSubjectResource(definition), subjectId ? [subjectId] : [], refs)
  const { page, remove, content } = getDocumentKind(definition, row)
  // Lists are left out if the view has its own component for them.
  const detailFields = Object.keys(content).filter(
    (name) => name !== 'code' && !(view.Lists && content[name]?.kind === 'list'),
  )
  const Changes = view.Changes ?? ChangesTable
  const actions = readOnly
    ? []
    : getAvailableActions(row, person.userId, (suffix) => hasPermission(person, `${page}${suffix}`))
  const openDraft = versions.find((one) => isDraft(one) || one.state === 'inApproval') ?? null
  const isMyTurn = getNextApproverId(row) === person.userId
  return (
    <PageFrame
      title={`${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`}
      sub={names[subjectId] ?? '…'}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <ExcelButton definition={definition} row={row} />
          {actions.includes('edit') && onEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('pages.standard.edit')}
              title={t('pages.standard.edit')}
              onClick={onEdit}
            />
          )}
          {actions.includes('remove') && (
            <RemoveRowButton endpoint={remove} row={row} title={formatVersionLabel(row)} onGone={onGone} />
          )}
        </>
      }
      primary={
        actions.some((step) => step !== 'edit' && step !== 'remove') && (
          <>
            {actions.includes('withdraw') && !isMyTurn && (
              <VersionActionButton definition={definition} action="withdraw" row={row} />
            )}
            {actions.includes('reject') && (
              <Button className="beside" onClick={() => setOpenDialog('reject')}>
                {t('pages.standard.steps.reject')}
              </Button>
            )}
            {actions.includes('approve') && (
              <VersionActionButton
                definition={definition}
                action="approve"
                row={row}
                previousVersion={previousVersion}
              />
            )}
            {actions.includes('submit') && (
              <Button look="primary" onClick={() => setOpenDialog('submit')}>
                {t('pages.standard.steps.submit')}
              </Button>
            )}
            {actions.includes('newVersion') &&
              (openDraft ? (
                <Button onClick={() => onOpen(openDraft.id, { view: 'open' })}>
                  {t('pages.standard.toDraft', { revision: openDraft.revision })}
                </Button>
              ) : (
                <VersionActionButton
                  definition={definition}
                  action="newVersion"
                  row={row}
                  onDone={(id) => onOpen(id, { view: 'open', edit: '1' })}
                />
              ))}
          </>
        )
      }
    >
      <div className="standard">
        <p className="standard-chips">
          <VersionStateBadge {...row} />
          <VersionChoice versions={versions} current={row} onOpen={onOpen} />
        </p>
        <ApprovalSection definition={definition} row={row} refs={refs} readOnly={readOnly} />
        {view.Warnings && !readOnly && <view.Warnings values={row} />}
        {previousVersion && <Changes {...{ view, row, before: previousVersion, refs }} />}
        <ResourceDetailView of={definition.resource} row={row} refs={refs} only={detailFields} />
        {view.Lists && <view.Lists {...{ row, before: previousVersion, refs }} />}
      </div>
      {openDialog === 'submit' && (
        <SubmitDialog
          definition={definition}
          row={row}
          suggestedApprovers={(row.approvers.length ? row : previousVersion)?.approvers ?? []}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'reject' && (
        <RejectDialog definition={definition} row={row} onClose={() => setOpenDialog(null)} />
      )}
    </PageFrame>
  )
}

/** Downloads the version as an Excel file. */
function ExcelButton({ definition, row }: { definition: VersionedDocument; row: DocumentRow }) {
  const { t } = useTranslation('client')
  const { excel } = getDocumentKind(definition, row)
  const mayDownload = useCanCall(excel)
  const [busy, setBusy] = useState(false)
  if (!mayDownload) return null
  const save = async () => {
    setBusy(true)
    try {
      await callEndpoint(excel, { id: row.id })
    } catch (error) {
      recordTrouble('told by a toast', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={t('resource.export')}
      title={t('resource.export')}
      disabled={busy}
      onClick={() => void save()}
    />
  )
}

/** Selects one of the versions of a code, the latest first. */
function VersionChoice({
  versions,
  current,
  onOpen,
}: {
  versions: readonly DocumentRow[]
  current: DocumentRow
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  if (versions.length < 2) return null
  return (
    <select
      className="ui-input"
      aria-label={t('pages.standard.versions')}
      value={current.id}
      onChange={(event) => onOpen(event.target.value)}
    >
      {versions.map((version) => (
        <option
          key={version.id}
          value={version.id}
        >{`${t('pages.standard.revision', { revision: version.revision })} · ${t(version.state === 'approved' ? (version.newest ? 'pages.standard.inForce' : 'pages.standard.replaced') : `processStandard.options.state.${version.state}`)}`}</option>
      ))}
    </select>
  )
}
