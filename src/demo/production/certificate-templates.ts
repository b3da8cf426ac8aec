/** Master data of certificates: the plant's name, remarks, translations of colours, the plant's templates. */
import { coaTemplate } from '@/areas/certificates/contract/coa-template'
import { coaRemark, coaTranslation } from '@/areas/certificates/contract/coa-texts'
import { plantBrand } from '@/plant/contract/plant-brand'
import certificateData from '../data/certificates.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch } from '../draft'
import type { ShopFloor } from './orders'

/** Builds the plant's name, and the remarks, translations and templates of certificates. */
export function buildCertificateTemplates({ dice, era, staff, masters }: ShopFloor): RowBatch[] {
  const createdMs = era.from
  const authorId = staff.getPersonOfTrade('qualityLead').id
  const remarks = certificateData.remarks.map((remark) => ({
    id: dice.id(createdMs),
    ...remark,
    active: true,
    ...buildAuditFields(createdMs, authorId),
  }))
  const commonFields = {
    ...certificateData.issuer,
    address: era.localize(certificateData.address),
    remarks: remarks.map(({ id }) => id),
    showRolls: true,
    active: true,
  }
  const [firstBuyer] = masters.buyers
  const { company: name, companyEn: nameEn } = certificateData.issuer
  return [
    toBatch(plantBrand, [
      { id: dice.branch('brand').id(createdMs), name, nameEn, logo: [], ...buildAuditFields(createdMs, authorId) },
    ]),
    toBatch(coaRemark, remarks),
    toBatch(
      coaTranslation,
      certificateData.translations.map((translation) => ({
        id: dice.id(createdMs),
        ...translation,
        ...buildAuditFields(createdMs, authorId),
      })),
    ),
    toBatch(coaTemplate, [
      {
        id: dice.id(createdMs),
        code: 'COA-STD',
        name: '通用报告',
        nameEn: 'General certificate',
        ...commonFields,
        ...buildAuditFields(createdMs, authorId),
      },
      ...(firstBuyer
        ? [
            {
              id: dice.id(createdMs),
              code: 'COA-01',
              name: '客户专用报告',
              nameEn: "The customer's own certificate",
              customerId: firstBuyer.id,
              ...commonFields,
              ...buildAuditFields(createdMs, authorId),
            },
          ]
        : []),
    ]),
  ]
}
