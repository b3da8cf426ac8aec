import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApproverField } from '@/client/approval/ApproverField'
import { useCommand } from '@/client/api/use-command'
import { useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { certificateApprovers, type CertificatePreview } from '../contract/certificate-endpoints'
import { draftCertificate } from '../contract/certificate-commands'

/** Approver of the new certificate, and the concession if data fail or are missing. */
export function DraftForm({
  preview,
  selection,
  replacesId,
  onDone,
}: {
  preview: CertificatePreview
  /** Options that the preview was computed with. */
  selection: { readonly downgraded?: boolean; readonly templateId?: string }
  replacesId: string | null
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const currentUserId = useSession()?.userId
  const command = useCommand(draftCertificate)
  const [approverId, setApproverId] = useState<string | null>(null)
  const [concession, setConcession] = useState('')
  const needsConcession = preview.gaps.length > 0
  const submitDraft = async () => {
    if (approverId === null) return
    const outcome = await command.run({
      workOrderId: preview.workOrderId,
      approverId,
      ...selection,
      ...(needsConcession ? { concession } : {}),
      ...(replacesId ? { replacesId } : {}),
    })
    if (outcome && !outcome.queued) onDone(outcome.data.id)
  }
  return (
    <form
      className="coa-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submitDraft()
      }}
    >
      {needsConcession && (
        <label>
          <span>{t('pages.qualityReport.concession')}</span>
          <textarea
            className="ui-input"
            rows={3}
            maxLength={1000}
            value={concession}
            onChange={(event) => setConcession(event.target.value)}
          />
        </label>
      )}
      <div className="form-field">
        <span>{t('pages.qualityReport.approver')}</span>
        <ApproverField
          label={t('pages.qualityReport.approver')}
          max={1}
          value={approverId === null ? null : [approverId]}
          onChange={([id]) => setApproverId(id ?? null)}
          disabled={command.busy}
          people={certificateApprovers}
          canBeAsked={(id) => id !== currentUserId}
        />
      </div>
      <Button
        type="submit"
        look="primary"
        disabled={command.busy || approverId === null || (needsConcession && concession.trim() === '')}
      >
        {t('pages.qualityReport.send')}
      </Button>
    </form>
  )
}
