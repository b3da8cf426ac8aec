import { useTranslation } from 'react-i18next'
import { ApproverField } from '@/client/approval/ApproverField'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { useSession } from '@/client/session/use-session'
import { certificateApprovers, type CertificatePreview } from '../contract/certificate-endpoints'
import { draftCertificate } from '../contract/certificate-commands'

/** Form for the approver of a new certificate, and for the concession if test data fail or are missing. */
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
  const needsConcession = preview.gaps.length > 0
  return (
    <div className="certificate-form stack gap-3">
      <InlineCommandForm
        command={draftCertificate}
        row={null}
        label={t('pages.qualityReport.send')}
        values={{ workOrderId: preview.workOrderId, ...selection, ...(replacesId ? { replacesId } : {}) }}
        fieldNames={needsConcession ? ['concession', 'approverId'] : ['approverId']}
        requiredNames={needsConcession ? ['concession'] : []}
        fieldLabels={{
          concession: t('pages.qualityReport.concession'),
          approverId: t('pages.qualityReport.approver'),
        }}
        inputs={{
          approverId: ({ value, onChange, ...input }) => (
            <ApproverField
              {...input}
              max={1}
              value={value === null ? null : [value]}
              onChange={([id]) => onChange(id ?? null)}
              people={certificateApprovers}
              canBeAsked={(id) => id !== currentUserId}
            />
          ),
        }}
        onSaved={(result) => !result.queued && onDone(result.data.id)}
      />
    </div>
  )
}
