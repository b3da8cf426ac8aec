import { ApproverField } from '@/client/approval/ApproverField'
import { CommandDialog } from '@/client/resource/CommandDialog'
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
import {
  MAX_APPROVERS,
  isDraft,
  getAvailableActions,
  getNextApproverId,
  type ApprovalState,
} from '../../rules/approval'
import { formatVersionLabel, getSubjectResource, type DocumentView, type VersionRow } from '../document-view'
import { ApprovalSection } from './ApprovalSection'
import { ChangesTable } from './ChangesTable'
import { VersionActionButton } from './VersionActionButton'
import { callEndpoint } from '@/client/api/call-endpoint'
import { recordTrouble } from '@/client/ui/trouble'
import type { Tones } from '@/contract/state-machine'
import { StateBadge } from '@/client/ui/StateBadge'
import { Select } from '@/client/ui/Select'

export interface DocumentPanelProps {
  view: DocumentView
  row: VersionRow
  refs: Readonly<Record<string, string>>
  /** Shows and compares the version without actions, for the history. */
  readOnly?: boolean
  onBack: (() => void) | undefined
  onRemoved: () => void
  onEdit?: () => void
  onOpen: (id: string, otherParams?: Readonly<Record<string, string>>) => void
}

/** One version with its content, changes, approval status, and the actions that this person may perform. */
export function DocumentPanel({
  view,
  row,
  refs,
  readOnly = false,
  onBack,
  onRemoved,
  onEdit,
  onOpen,
}: DocumentPanelProps) {
  const { t } = useTranslation('standards')
  const { definition } = view
  const session = useSession()
  const [openDialog, setOpenDialog] = useState<'submit' | 'reject' | null>(null)
  const { rows } = useList(definition.resource, { code: row.code, size: 100 })
  const versions = [...(rows as VersionRow[])].sort((a, b) => b.revision - a.revision)
  const previousVersion =
    versions.find(({ revision, state }) => revision < row.revision && state === 'approved') ?? null
  const subjectId = String(row[definition.subjectField] ?? '')
  const subjectNames = useNames(getSubjectResource(definition), subjectId ? [subjectId] : [], refs)
  const { page, remove, contentFields } = getDocumentKind(definition, row)
  // A view with its own `Lists` component renders the lists there.
  const detailFields = Object.keys(contentFields).filter(
    (name) => name !== 'code' && !(view.Lists && contentFields[name]?.kind === 'list'),
  )
  const Changes = view.Changes ?? ChangesTable
  const actions = readOnly
    ? []
    : getAvailableActions(row, session.userId, (permission) => hasPermission(session, `${page}${permission}`))
  const openVersion = versions.find((version) => isDraft(version) || version.state === 'inApproval') ?? null
  const isMyTurn = getNextApproverId(row) === session.userId
  return (
    <PageFrame
      title={`${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`}
      subtitle={subjectNames[subjectId] ?? '…'}
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
            <RemoveRowButton endpoint={remove} row={row} title={formatVersionLabel(row)} onRemoved={onRemoved} />
          )}
        </>
      }
      primary={
        actions.some((action) => action !== 'edit' && action !== 'remove') && (
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
              (openVersion ? (
                <Button onClick={() => onOpen(openVersion.id, { view: 'open' })}>
                  {t('pages.standard.toDraft', { revision: openVersion.revision })}
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
      <div className="standard stack gap-4">
        <p className="standard-chips cluster middle between">
          <VersionStateBadge {...row} />
          <VersionChoice versions={versions} current={row} onOpen={onOpen} />
        </p>
        <ApprovalSection definition={definition} row={row} refs={refs} readOnly={readOnly} />
        {view.Warnings && !readOnly && <view.Warnings values={row} />}
        {previousVersion && <Changes {...{ view, row, previousVersion, refs }} />}
        <ResourceDetailView resource={definition.resource} row={row} refs={refs} fieldNames={detailFields} />
        {view.Lists && <view.Lists {...{ row, previousVersion, refs }} />}
      </div>
      {openDialog === 'submit' && (
        <CommandDialog
          command={definition.approvalEndpoints.submit}
          row={row}
          objectName={`${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`}
          above={<p className="quiet">{t('pages.standard.orderHint')}</p>}
          inputs={{
            approvers: (input) => (
              <ApproverField
                {...input}
                max={MAX_APPROVERS}
                people={definition.approvalEndpoints.approvers}
                peopleInput={getDocumentKind(definition, row).fixedValues}
                canBeAsked={(id) => !row.authors.includes(id)}
                suggestedIds={((row.approvers.length ? row : previousVersion)?.approvers ?? []).map(
                  ({ userId }) => userId,
                )}
              />
            ),
          }}
          savedMessage={t('pages.standard.done.submit', { standard: formatVersionLabel(row) })}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'reject' && (
        <CommandDialog
          command={definition.approvalEndpoints.ratify}
          row={row}
          label={t('pages.standard.steps.reject')}
          objectName={formatVersionLabel(row)}
          values={{ decision: 'rejected' }}
          fieldLabels={{ reason: t('pages.standard.why') }}
          requiredNames={['reason']}
          isDangerous
          savedMessage={t('pages.standard.done.reject', { standard: formatVersionLabel(row) })}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </PageFrame>
  )
}

/** Downloads the version as an Excel file. */
function ExcelButton({ definition, row }: { definition: VersionedDocument; row: DocumentRow }) {
  const { t } = useTranslation('client')
  const { excel } = getDocumentKind(definition, row)
  const canDownload = useCanCall(excel)
  const [isBusy, setIsBusy] = useState(false)
  if (!canDownload) return null
  const download = async () => {
    setIsBusy(true)
    try {
      await callEndpoint(excel, { id: row.id })
    } catch (error) {
      recordTrouble('document not opened', error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={t('resource.export')}
      title={t('resource.export')}
      disabled={isBusy}
      onClick={() => void download()}
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
    <Select
      label={t('pages.standard.versions')}
      value={current.id}
      options={versions.map((version) => ({
        value: version.id,
        label: `${t('pages.standard.revision', { revision: version.revision })} · ${t(getStateTextKey(version))}`,
      }))}
      onChange={onOpen}
    />
  )
}

/** Returns the text key for the state of a version; approved versions are either in force or replaced. */
function getStateTextKey({ state, newest }: DocumentRow) {
  if (state !== 'approved') return `processStandard.options.state.${state}` as const
  return newest ? 'pages.standard.inForce' : 'pages.standard.replaced'
}

/** Colour and icon of each state; the text comes from the locale. */
const approvalStateTones: Tones<ApprovalState> = {
  notApproved: 'idle',
  inApproval: 'wait',
  approved: 'ok',
  rejected: 'bad',
}

/** State of a version. A replaced version is still approved, but shown as inactive. */
export function VersionStateBadge({ state, newest }: { state: ApprovalState; newest?: boolean }) {
  const { t } = useTranslation('standards')
  if (state === 'approved' && newest === false)
    return <StateBadge tone="idle">{t('pages.standard.replaced')}</StateBadge>
  return (
    <StateBadge tone={approvalStateTones[state]}>
      {t(state === 'approved' && newest ? 'pages.standard.inForce' : `processStandard.options.state.${state}`)}
    </StateBadge>
  )
}
