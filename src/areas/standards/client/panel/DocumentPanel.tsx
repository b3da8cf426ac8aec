import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { hasPermission, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { kindOf } from '../../contract/document'
import { isDraft, stepsOf, turnOf } from '../../rules/approval'
import { StateOf } from '../StateOf'
import { labelOf, subjectOf, type DocumentView, type Shown } from '../document-view'
import { ApprovalShown } from './ApprovalShown'
import { ChangesShown } from './ChangesShown'
import { ExcelButton } from './ExcelButton'
import { RejectSheet } from './RejectSheet'
import { StepButton } from './StepButton'
import { SubmitSheet } from './SubmitSheet'
import { VersionChoice } from './VersionChoice'

export interface DocumentPanelProps {
  view: DocumentView
  row: Shown
  refs: Readonly<Record<string, string>>
  /** Shows and compares the version without actions, for the history. */
  past?: boolean
  onBack: (() => void) | undefined
  onGone: () => void
  onEdit?: () => void
  onOpen: (id: string, more?: Readonly<Record<string, string>>) => void
}

/** One version with its content, changes, approval status, and the actions that this person may perform. */
export function DocumentPanel({ view, row, refs, past = false, onBack, onGone, onEdit, onOpen }: DocumentPanelProps) {
  const { t } = useTranslation('standards')
  const { of } = view
  const person = useSession()
  const [asking, setAsking] = useState<'submit' | 'reject' | null>(null)
  const { rows } = useList(of.resource, { code: row.code, size: 100 })
  const versions = [...(rows as Shown[])].sort((a, b) => b.revision - a.revision)
  const before = versions.find((one) => one.revision < row.revision && one.state === 'approved') ?? null
  const subject = String(row[of.subject] ?? '')
  const names = useNames(subjectOf(of), subject ? [subject] : [], refs)
  const { page, remove, content } = kindOf(of, row)
  // Lists are left out if the view has its own component for them.
  const facts = Object.keys(content).filter(
    (name) => name !== 'code' && !(view.Lists && content[name]?.kind === 'list'),
  )
  const Changes = view.Changes ?? ChangesShown
  const steps = past ? [] : stepsOf(row, person.userId, (suffix) => hasPermission(person, `${page}${suffix}`))
  const openDraft = versions.find((one) => isDraft(one) || one.state === 'inApproval') ?? null
  const mine = turnOf(row) === person.userId
  return (
    <PageFrame
      title={`${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`}
      sub={names[subject] ?? '…'}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <ExcelButton of={of} row={row} />
          {steps.includes('edit') && onEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('pages.standard.edit')}
              title={t('pages.standard.edit')}
              onClick={onEdit}
            />
          )}
          {steps.includes('remove') && (
            <RemoveRowButton endpoint={remove} row={row} title={labelOf(row)} onGone={onGone} />
          )}
        </>
      }
      primary={
        steps.some((step) => step !== 'edit' && step !== 'remove') && (
          <>
            {steps.includes('withdraw') && !mine && <StepButton of={of} step="withdraw" row={row} />}
            {steps.includes('reject') && (
              <Button className="beside" onClick={() => setAsking('reject')}>
                {t('pages.standard.steps.reject')}
              </Button>
            )}
            {steps.includes('approve') && <StepButton of={of} step="approve" row={row} before={before} />}
            {steps.includes('submit') && (
              <Button look="primary" onClick={() => setAsking('submit')}>
                {t('pages.standard.steps.submit')}
              </Button>
            )}
            {steps.includes('newVersion') &&
              (openDraft ? (
                <Button onClick={() => onOpen(openDraft.id, { view: 'open' })}>
                  {t('pages.standard.toDraft', { revision: openDraft.revision })}
                </Button>
              ) : (
                <StepButton
                  of={of}
                  step="newVersion"
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
          <StateOf {...row} />
          <VersionChoice versions={versions} current={row} onOpen={onOpen} />
        </p>
        <ApprovalShown of={of} row={row} refs={refs} past={past} />
        {view.Warnings && !past && <view.Warnings values={row} />}
        {before && <Changes {...{ view, row, before, refs }} />}
        <ResourceDetailView of={of.resource} row={row} refs={refs} only={facts} />
        {view.Lists && <view.Lists {...{ row, before, refs }} />}
      </div>
      {asking === 'submit' && (
        <SubmitSheet
          of={of}
          row={row}
          suggested={(row.approvers.length ? row : before)?.approvers ?? []}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'reject' && <RejectSheet of={of} row={row} onClose={() => setAsking(null)} />}
    </PageFrame>
  )
}
