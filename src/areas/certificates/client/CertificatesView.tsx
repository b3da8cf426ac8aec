import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getFieldInLanguage } from '@/contract/language'
import { getAllowedCommands } from '@/contract/command-rights'
import { MISSING_TEXT } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useEndpoint } from '@/client/api/use-list'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ExportButton } from '@/client/resource/ExportButton'
import { RecordPage } from '@/client/resource/RecordPage'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { ListRow } from '@/client/resource/build-columns'
import { createStateCell, ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { ApproverList } from '@/client/approval/ApproverList'
import { useActor, useCanCall, useSession } from '@/client/session/use-session'
import { canBecomeApprover, getReplaceableApprovers } from '@/areas/standards/rules/approval'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { useQueryParams } from '@/client/use-query-params'
import { certificate } from '../contract/certificate'
import {
  certificateApprovers,
  certificateExcel,
  certificatePdf,
  withdrawnCitedTests,
  replaceCertificateApprover,
} from '../contract/certificate-endpoints'
import {
  draftCertificate,
  invalidateCertificate,
  issueCertificate,
  rejectCertificate,
  withdrawCertificate,
} from '../contract/certificate-commands'
import { toApprovableVersion, isCertificateValid } from '../rules/certificate'
import { ChangedRollsNotice, ChangedRollsBadge } from './ChangedRolls'
import { IndexResultTable } from './IndexResultTable'
import { CertificateRollList } from './CertificateRollList'
import { certificateTones } from './tones'
import { Link } from 'react-router-dom'
import { useNames } from '@/client/fields/options'
import { buildRowAddress } from '@/client/shell/row-address'

/** A text of the certificate in the reader's language, else in Chinese. */
function LocalizedText({ row, field }: { row: ListRow; field: string }) {
  const english = useLanguage() === 'en' ? row[`${field}En`] : null
  return <span>{String(english ?? row[field] ?? '')}</span>
}
const createCell = (field: string) => (row: ListRow) => <LocalizedText row={row} field={field} />
/** Cells of the bilingual fields of a certificate. */
const localizedCells = {
  customer: createCell('customer'),
  product: createCell('product'),
  specification: createCell('specification'),
} as const

type Certificate = Row<typeof certificate>
const columns = [
  'number',
  'state',
  'orderNumber',
  'rollCount',
  'customer',
  'product',
  'batch',
  'quantityKg',
  'draftedAt',
  'issuedAt',
  'approverId',
]
const cells = {
  state: createStateCell(certificate, 'state', certificateTones),
  rollCount: (row: ListRow) => (
    <>
      {String(row['rollCount'])} <ChangedRollsBadge id={String(row['id'])} />
    </>
  ),
  ...localizedCells,
}
const detailFields = [
  'orderNumber',
  'batch',
  'purchaseOrder',
  'customer',
  'product',
  'specification',
  'quantityKg',
  'rollCount',
  'standard',
  'season',
  'madeFrom',
  'madeTo',
  'testedFrom',
  'testedTo',
  'concession',
  'draftedBy',
  'draftedAt',
  'approverId',
  'issuedAt',
  'replacesId',
  'replacedById',
  'reason',
] as const

/** 报告: list of certificates, with a panel of results, files and actions. */
export default function CertificatesView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('certificates')
  const [, changeParams] = useQueryParams()
  return (
    <RecordPage
      resource={certificate}
      title={title}
      views={[{ key: 'certificates', label: t('pages.qualityReport.view.certificates') }]}
      above={tabs}
      list={{ columns, cells }}
      panel={({ row, refs, onBack }) => (
        <CertificatePanel
          row={row as Certificate}
          refs={refs}
          onBack={onBack}
          onRevise={(order, replaces) => changeParams({ view: null, id: null, order, replaces })}
        />
      )}
    />
  )
}
/** Secondary commands, each of which asks for a reason. */
const reasonCommands = [withdrawCertificate, rejectCertificate, invalidateCertificate] as const
const commands = [issueCertificate, ...reasonCommands] as const
type Command = (typeof commands)[number]
function CertificatePanel({
  row,
  refs,
  onBack,
  onRevise,
}: {
  row: Certificate
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onRevise: (workOrderId: string, replacesId: string) => void
}) {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const allowedCommands = getAllowedCommands<Command>(commands, row, useActor())
  const canRevise = useCanCall(draftCertificate) && isCertificateValid(row.state)
  const filledFields = detailFields.filter((name) => row[name] !== null)
  return (
    <PageFrame
      title={row.number}
      subtitle={row.orderNumber}
      {...(onBack ? { onBack } : {})}
      primary={
        (allowedCommands.length > 0 || canRevise) && (
          <CommandButtons
            commands={allowedCommands}
            row={row}
            secondaryCommands={reasonCommands}
            changedResources={['certificate']}
            getQuestion={(command) =>
              command === issueCertificate
                ? {
                    objectName: `${row.number} · ${row.orderNumber}`,
                    question: t(`pages.qualityReport.${row.replacesId ? 'issueSureInstead' : 'issueSure'}`, {
                      replaced: refs[row.replacesId ?? ''] ?? '…',
                      product: getFieldInLanguage(certificate, row, 'product', language),
                      customer: getFieldInLanguage(certificate, row, 'customer', language) ?? MISSING_TEXT,
                      rolls: row.rollCount,
                    }),
                    isDangerous: false,
                  }
                : null
            }
            dangerousCommands={reasonCommands}
          >
            {canRevise && (
              <Button className="beside" onClick={() => onRevise(row.workOrderId, row.id)}>
                {t('pages.qualityReport.revise')}
              </Button>
            )}
          </CommandButtons>
        )
      }
    >
      <div className="certificate stack gap-3">
        <p className="chips">
          <ResourceStateBadge resource={certificate} state={row.state} tones={certificateTones} />
        </p>
        <NotValidNotice row={row} refs={refs} />
        {row.state === 'inApproval' && <ApproverSection row={row} refs={refs} />}
        <ChangedRollsNotice id={row.id} />
        <WithdrawnTestsNotice id={row.id} />
        <p className="certificate-files strip middle">
          <span>PDF</span>
          <ExportButton endpoint={certificatePdf} input={{ id: row.id }} />
          <span>Excel</span>
          <ExportButton endpoint={certificateExcel} input={{ id: row.id }} />
        </p>
        <h2>{t('pages.qualityReport.results')}</h2>
        <IndexResultTable lines={row.lines} />
        <CertificateRollList key={row.id} id={row.id} count={row.rollCount} />
        <ResourceDetailView
          resource={certificate}
          row={row}
          refs={refs}
          fieldNames={filledFields}
          cells={localizedCells}
        />
      </div>
    </PageFrame>
  )
}
/** Approver of the draft. Another approver can replace one who cannot answer. */
function ApproverSection({ row, refs }: { row: Certificate; refs: Readonly<Record<string, string>> }) {
  const { userId } = useSession()
  const version = toApprovableVersion(row)
  const canReplaceApprover = useCanCall(replaceCertificateApprover)
  return (
    <ApproverList
      resource={certificate}
      row={{ ...row, approvers: version.approvers, submittedBy: row.draftedBy, submittedAt: row.draftedAt }}
      refs={refs}
      isInApproval
      turnUserId={row.approverId}
      replacementOptions={
        canReplaceApprover
          ? {
              replaceableIds: getReplaceableApprovers(version, userId),
              endpoint: replaceCertificateApprover,
              people: certificateApprovers,
              canBeAsked: (id) => canBecomeApprover(version, id),
            }
          : null
      }
    />
  )
}
/** Warns of cited tests that were withdrawn, so that the certificate needs a review. */
function WithdrawnTestsNotice({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(withdrawnCitedTests, { id }, { resources: ['testBatch'] })
  return data?.map(({ number, reason }) => (
    <p key={number} className="ui-card is-warned">
      {t('pages.qualityReport.withdrawn', { batch: number, reason: reason ?? '' })}
    </p>
  ))
}

type EndedCertificate = Pick<Row<typeof certificate>, 'state' | 'replacedById' | 'reason'>
/** Shows why a certificate is not valid, with a link to its successor. */
export function NotValidNotice({ row, refs }: { row: EndedCertificate; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('certificates')
  const successorId = row.state === 'replaced' ? row.replacedById : null
  const number = useNames('certificate', successorId ? [successorId] : [], refs)[successorId ?? ''] ?? '…'
  const address = successorId ? buildRowAddress('certificate', { id: successorId }) : null
  if (row.state === 'issued' || row.state === 'inApproval') return null
  const text = t(`pages.qualityReport.ended.${row.state}`, { number, reason: row.reason ?? '' })
  return (
    <p className="ui-card is-warned" role="status">
      {address ? <Link to={address}>{text}</Link> : text}
    </p>
  )
}
