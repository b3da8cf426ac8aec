import { defineCareTask, defineFault, defineVisualCheck, type MachineGroup } from './group'
import { toTexts } from '../bilingual-text'

/** Shared services: lifting, vehicles, laboratory, packing, fire and dust protection. */
export const serviceGroups = {
  lifting: {
    makers: [
      ['江南起重', 'LD-5T'],
      ['东岳起重', 'QD-10T'],
    ],
    life: [6800, 1.1],
    faults: [
      defineFault(
        'electrical',
        3,
        toTexts('起升无动作', 'Hoist does not lift'),
        toTexts('手柄按钮接触不良', 'Poor contact in the pendant button'),
        toTexts('更换按钮开关', 'Replaced the push button'),
        'contactor',
      ),
      defineFault(
        'safety',
        2,
        toTexts('上限位失灵', 'Upper limit switch does not work'),
        toTexts('限位开关损坏', 'Limit switch damaged'),
        toTexts('更换限位开关并试验', 'Replaced and tested the limit switch'),
        'sensor',
      ),
      defineFault(
        'mechanical',
        1,
        toTexts('制动下滑', 'Load slips when braked'),
        toTexts('制动片磨损', 'Brake lining worn'),
        toTexts('更换制动片，调整间隙', 'Replaced the brake lining, adjusted the gap'),
        'belt',
      ),
    ],
    checks: [
      defineVisualCheck('限位与制动有效', 'Limits and brake work'),
      defineVisualCheck('钢丝绳无断丝', 'Rope without broken wires'),
      defineVisualCheck('吊钩防脱装置完好', 'Hook latch in order'),
    ],
    care: [
      defineCareTask(
        '钢丝绳润滑与检查',
        'Wire rope lubrication and check',
        1,
        'month',
        1,
        [
          toTexts('检查断丝与磨损', 'Check for broken wires and wear'),
          toTexts('涂抹润滑脂', 'Apply grease'),
          toTexts('试验限位', 'Test the limit switches'),
        ],
        'grease',
      ),
    ],
  },
  vehicle: {
    makers: [
      ['安瑞叉车', 'FB-30'],
      ['东岳叉车', 'CPD-20'],
    ],
    life: [4500, 1.1],
    faults: [
      defineFault(
        'hydraulic',
        3,
        toTexts('货叉下沉', 'Forks sink'),
        toTexts('油缸密封件老化', 'Cylinder seals aged'),
        toTexts('更换密封件', 'Replaced the seals'),
        'seal',
      ),
      defineFault(
        'electrical',
        2,
        toTexts('充不进电', 'Does not charge'),
        toTexts('充电机保险烧断', 'Charger fuse blown'),
        toTexts('更换保险', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      defineVisualCheck('制动、喇叭、灯光正常', 'Brake, horn and lights work'),
      defineVisualCheck('轮胎完好', 'Tyres in order'),
    ],
    care: [
      defineCareTask(
        '电瓶与液压检查',
        'Battery and hydraulics check',
        1,
        'month',
        1,
        [
          toTexts('补充蒸馏水', 'Top up distilled water'),
          toTexts('检查液压油位', 'Check the hydraulic oil level'),
          toTexts('检查制动', 'Check the brake'),
        ],
        'oil',
      ),
    ],
  },
  laboratory: {
    makers: [
      ['北辰仪器', 'YG-026'],
      ['精锐测控', 'XL-100'],
    ],
    life: [12000, 1],
    faults: [
      defineFault(
        'instrument',
        3,
        toTexts('测试值重复性差', 'Poor repeatability of test values'),
        toTexts('夹具磨损', 'Clamps worn'),
        toTexts('更换夹片，重新校准', 'Replaced the jaw faces, recalibrated'),
      ),
      defineFault(
        'electrical',
        1,
        toTexts('开机无显示', 'Dark when switched on'),
        toTexts('保险丝熔断', 'Fuse blown'),
        toTexts('更换保险丝', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      defineVisualCheck('零点正常、夹具清洁', 'Zero right, clamps clean'),
      defineVisualCheck('校准标签在有效期内', 'Calibration label valid'),
    ],
    care: [
      defineCareTask('期间核查', 'Intermediate check', 3, 'month', 1, [
        toTexts('标准件比对', 'Compare with the reference piece'),
        toTexts('记录偏差', 'Record the deviation'),
        toTexts('清洁保养', 'Clean and maintain'),
      ]),
    ],
  },
  fabric: {
    makers: [
      ['海澄包装', 'PK-1600'],
      ['江南轻机', 'RC-300'],
    ],
    life: [4000, 1.2],
    faults: [
      defineFault(
        'mechanical',
        3,
        toTexts('输送带跑偏', 'Conveyor belt off track'),
        toTexts('滚筒粘料', 'Build-up on the roller'),
        toTexts('清理滚筒，调整张紧', 'Cleaned the roller, adjusted the tension'),
        'belt',
      ),
      defineFault(
        'control',
        2,
        toTexts('光电检测不到工件', 'Photocell does not see the roll'),
        toTexts('光电开关移位', 'Photocell out of position'),
        toTexts('重新安装光电开关', 'Refitted the photocell'),
        'sensor',
      ),
      defineFault(
        'heating',
        1,
        toTexts('封口不牢', 'Seal does not hold'),
        toTexts('热封条老化', 'Sealing strip aged'),
        toTexts('更换热封条', 'Replaced the sealing strip'),
        'heater',
      ),
    ],
    checks: [
      defineVisualCheck('输送平稳、光电灵敏', 'Runs smoothly, sensors respond'),
      defineVisualCheck('防护罩完好', 'Guards in place'),
    ],
    care: [
      defineCareTask(
        '清洁与润滑',
        'Cleaning and lubrication',
        2,
        'week',
        1,
        [
          toTexts('清理废料', 'Clear away waste'),
          toTexts('链条加油', 'Oil the chain'),
          toTexts('检查光电', 'Check the photocells'),
        ],
        'oil',
      ),
    ],
  },
  safety: {
    makers: [
      ['安瑞消防', 'XBD-9'],
      ['常安环保', 'DMC-96'],
    ],
    life: [9000, 1],
    faults: [
      defineFault(
        'safety',
        2,
        toTexts('消防主机报通讯故障', 'Fire alarm panel reports a communication fault'),
        toTexts('模块进水', 'Water in the module'),
        toTexts('更换模块，做好防水', 'Replaced and waterproofed the module'),
        'plc',
      ),
      defineFault(
        'pneumatic',
        2,
        toTexts('脉冲阀不喷吹', 'Pulse valve does not blow'),
        toTexts('膜片破损', 'Diaphragm torn'),
        toTexts('更换膜片', 'Replaced the diaphragm'),
        'valve',
      ),
    ],
    checks: [
      defineVisualCheck('压力在绿区、通道畅通', 'Pressure in the green, ways clear'),
      defineVisualCheck('指示灯正常', 'Lamps normal'),
    ],
    care: [
      defineCareTask('功能试验', 'Function test', 1, 'month', 1, [
        toTexts('手动启停试验', 'Manual start and stop test'),
        toTexts('检查压力', 'Check the pressure'),
        toTexts('填写记录', 'Fill in the record'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
