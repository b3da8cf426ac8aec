/** Master data of certificates: remarks, translations of colours, the plant's templates. */
import { coaTemplate } from '@/areas/certificates/contract/coa-template'
import { coaRemark, coaTranslation } from '@/areas/certificates/contract/coa-texts'
import { toBatch, buildStamps, type RowBatch } from '../draft'
import { toBilingualText } from '../bilingual-text'
import type { ShopFloor } from './orders'

/** Builds the remarks, translations and templates of certificates. */
export function buildCertificateTemplates({ dice, era, staff, masters }: ShopFloor): RowBatch[] {
  const createdMs = era.from
  const authorId = staff.getLead('qualityLead').id
  const buildRemark = (code: string, text: string, textEn: string) => ({
    id: dice.id(createdMs),
    code,
    text,
    textEn,
    active: true,
    ...buildStamps(createdMs, authorId),
  })
  const remarks = [
    buildRemark('STORE', '请于阴凉干燥处避光存放。', 'Store in a cool, dry place away from light.'),
    buildRemark('SHELF', '自生产日起保质期两年。', 'Best used within two years of manufacture.'),
    buildRemark(
      'COPY',
      '未经书面许可，不得部分复制本报告。',
      'Not to be reproduced except in full without written permission.',
    ),
  ]
  const commonFields = {
    company: '示范无纺布有限公司',
    companyEn: 'Demonstration Nonwovens Co., Ltd.',
    address: era.localize(toBilingualText('浙江省示范市工业园 1 号', '1 Industrial Park, Shifan, Zhejiang, China')),
    sampling: '按产品标准，每抽检卷沿幅宽取样。',
    samplingEn: 'By the product standard, across the width of each roll tested.',
    remarks: remarks.map(({ id }) => id),
    showRolls: true,
    active: true,
  }
  const [firstBuyer] = masters.buyers
  return [
    toBatch(coaRemark, remarks),
    toBatch(
      coaTranslation,
      (
        [
          ['白色', 'White'],
          ['蓝色', 'Blue'],
          ['绿色', 'Green'],
          ['本白', 'Natural white'],
        ] as const
      ).map(([term, english]) => ({ id: dice.id(createdMs), term, english, ...buildStamps(createdMs, authorId) })),
    ),
    toBatch(coaTemplate, [
      {
        id: dice.id(createdMs),
        code: 'COA-STD',
        name: '通用报告',
        nameEn: 'General certificate',
        ...commonFields,
        ...buildStamps(createdMs, authorId),
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
              ...buildStamps(createdMs, authorId),
            },
          ]
        : []),
    ]),
  ]
}
