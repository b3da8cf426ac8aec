import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@/contract/language'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { certificate } from '../contract/certificate'
import { certificatePreview, type CertificatePreview } from '../contract/certificate-endpoints'
import { draftCertificate } from '../contract/certificate-commands'
import { Checkbox } from '@/client/ui/Toggles'
import { DraftForm } from './DraftForm'
import { IndexResultTable } from './IndexResultTable'
import { TemplateField } from './TemplateField'
import { certificateTones } from './tones'

/** Maximum number of roll numbers in a sentence. */
const MAX_LISTED_NUMBERS = 5
const formatNumbers = (numbers: readonly string[], language: Language): string =>
  numbers.length > MAX_LISTED_NUMBERS
    ? `${joinWords(numbers.slice(0, MAX_LISTED_NUMBERS), language)} …`
    : joinWords(numbers, language)
/** 编制报告: results by index, the approver, and the concession if test data fail or are missing. */
export function DraftView({
  workOrderId,
  replacesId,
  onlyDowngraded,
  onBack,
  onReplace,
  onDone,
}: {
  workOrderId: string
  replacesId: string | null
  /** True if the order has no good rolls, so that only a certificate of its downgraded rolls is possible. */
  onlyDowngraded: boolean
  onBack: () => void
  /** Starts a draft that replaces another certificate. */
  onReplace: (id: string) => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const [coversDowngraded, setCoversDowngraded] = useState(false)
  const [templateId, setTemplateId] = useState('')
  const selection = {
    ...(coversDowngraded ? { downgraded: coversDowngraded } : {}),
    ...(templateId ? { templateId } : {}),
  }
  const preview = useEndpoint(
    certificatePreview,
    { workOrderId, ...selection },
    { resources: ['certificate', 'testBatch', 'workOrder', 'slitRoll', 'coaTemplate', 'coaRemark'] },
  )
  const canDraft = useCanCall(draftCertificate)
  const replacedNumber = useNames('certificate', replacesId ? [replacesId] : [], {})[replacesId ?? '']
  const data = preview.data
  const coveringCertificates = data?.standing.filter(({ id }) => id !== replacesId) ?? []
  const language = useLanguage()
  const isEnglish = language === 'en'
  const pickByLanguage = (zh: string | null | undefined, en: string | null | undefined) =>
    (isEnglish ? (en ?? zh) : zh) ?? ''
  return (
    <PageFrame
      title={data?.orderNumber ?? t('pages.qualityReport.preview')}
      subtitle={pickByLanguage(data?.product, data?.productEn)}
      onBack={onBack}
    >
      {preview.error && !data ? (
        <NotLoadedView query={preview}>
          {onlyDowngraded && !coversDowngraded && canDraft && (
            <Button onClick={() => setCoversDowngraded(true)}>{t('pages.qualityReport.coverDowngraded')}</Button>
          )}
        </NotLoadedView>
      ) : (
        <QueryBoundary query={preview} skeleton={<SkeletonDetail />}>
          {(data) => (
            <div className="certificate stack gap-3">
              <p className="quiet">
                {[
                  pickByLanguage(data.customer, data.customerEn),
                  pickByLanguage(data.specification, data.specificationEn),
                  data.standard,
                  t('pages.qualityReport.rolls', { count: data.rollCount }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <CoveringCertificateNotices
                coveringCertificates={coveringCertificates}
                onOpen={onDone}
                onReplace={onReplace}
              />
              {replacedNumber && <p className="ui-card">{t('document.replaces', { number: replacedNumber })}</p>}
              {data.held && (
                <p className="ui-card is-warned">{t('pages.qualityReport.heldNow', { hold: data.held })}</p>
              )}
              {data.leftOut.length > 0 && (
                <p className="ui-card is-warned">
                  {t('pages.qualityReport.leftOut', {
                    count: data.leftOut.length,
                    numbers: formatNumbers(data.leftOut, language),
                  })}
                </p>
              )}
              <TemplateField preview={data} onChoose={setTemplateId} />
              <IndexResultTable lines={data.lines} />
              <RemarksSection remarks={data.remarks} />
              {canDraft && !data.held && (
                <>
                  {(coversDowngraded || data.leftOut.length > 0) && (
                    <label className="certificate-downgraded strip middle">
                      <Checkbox
                        checked={coversDowngraded}
                        onChange={(event) => setCoversDowngraded(event.target.checked)}
                      />
                      {t('pages.qualityReport.coverDowngraded')}
                    </label>
                  )}
                  {coveringCertificates.length === 0 && (
                    <DraftForm preview={data} selection={selection} replacesId={replacesId} onDone={onDone} />
                  )}
                </>
              )}
            </div>
          )}
        </QueryBoundary>
      )}
    </PageFrame>
  )
}
/**
 * Certificates that already cover the rolls. An issued certificate can be replaced; a draft in approval must be decided
 * first.
 */
function CoveringCertificateNotices({
  coveringCertificates,
  onOpen,
  onReplace,
}: {
  coveringCertificates: CertificatePreview['standing']
  onOpen: (id: string) => void
  /** Drafts the successor of the certificate. */
  onReplace: (id: string) => void
}) {
  const { t } = useTranslation('certificates')
  const canReplace =
    !coveringCertificates.some(({ state }) => state === 'inApproval') && coveringCertificates.length === 1
  return coveringCertificates.map(({ id, number, state }) => (
    <div key={id} className="ui-card is-warned stack" role="status">
      <p>
        <b>{number}</b> <ResourceStateBadge resource={certificate} state={state} tones={certificateTones} />
      </p>
      <p>{t(`pages.qualityReport.covered.${state}`)}</p>
      <span className="chips">
        <Button onClick={() => onOpen(id)}>{t('pages.qualityReport.openStanding', { number })}</Button>
        {canReplace && (
          <Button look="primary" onClick={() => onReplace(id)}>
            {t('pages.qualityReport.replaceStanding', { number })}
          </Button>
        )}
      </span>
    </div>
  ))
}
function RemarksSection({ remarks }: Pick<CertificatePreview, 'remarks'>) {
  const { t } = useTranslation('certificates')
  const isEnglish = useLanguage() === 'en'
  if (remarks.length === 0) return null
  return (
    <section>
      <h3>{t('certificate.fields.remarks')}</h3>
      <ul>
        {remarks.map(({ text, textEn }) => (
          <li key={text}>{(isEnglish ? textEn : null) ?? text}</li>
        ))}
      </ul>
    </section>
  )
}
