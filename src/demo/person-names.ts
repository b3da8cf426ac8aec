/** Family and given names with their pinyin, to be combined. */
export const familyNames = [
  ['王', 'Wang'], ['李', 'Li'], ['张', 'Zhang'], ['刘', 'Liu'], ['陈', 'Chen'], ['杨', 'Yang'], ['黄', 'Huang'], ['赵', 'Zhao'], ['吴', 'Wu'], ['周', 'Zhou'],
  ['徐', 'Xu'], ['孙', 'Sun'], ['马', 'Ma'], ['朱', 'Zhu'], ['胡', 'Hu'], ['郭', 'Guo'], ['何', 'He'], ['高', 'Gao'], ['林', 'Lin'], ['罗', 'Luo'],
  ['郑', 'Zheng'], ['梁', 'Liang'], ['谢', 'Xie'], ['宋', 'Song'], ['唐', 'Tang'], ['许', 'Xu'], ['韩', 'Han'], ['冯', 'Feng'], ['邓', 'Deng'], ['曹', 'Cao'],
  ['彭', 'Peng'], ['曾', 'Zeng'], ['萧', 'Xiao'], ['田', 'Tian'], ['董', 'Dong'], ['袁', 'Yuan'], ['潘', 'Pan'], ['于', 'Yu'], ['蒋', 'Jiang'], ['蔡', 'Cai'],
  ['余', 'Yu'], ['杜', 'Du'], ['叶', 'Ye'], ['程', 'Cheng'], ['苏', 'Su'], ['魏', 'Wei'], ['吕', 'Lyu'], ['丁', 'Ding'], ['任', 'Ren'], ['沈', 'Shen'],
  ['姚', 'Yao'], ['卢', 'Lu'], ['姜', 'Jiang'], ['崔', 'Cui'], ['钟', 'Zhong'], ['谭', 'Tan'], ['陆', 'Lu'], ['汪', 'Wang'], ['范', 'Fan'], ['石', 'Shi'],
  ['廖', 'Liao'], ['贾', 'Jia'], ['夏', 'Xia'], ['韦', 'Wei'], ['付', 'Fu'], ['方', 'Fang'], ['白', 'Bai'], ['邹', 'Zou'], ['孟', 'Meng'], ['熊', 'Xiong'],
] as const
export const maleNames = [
  ['建国', 'Jianguo'], ['志强', 'Zhiqiang'], ['伟', 'Wei'], ['海波', 'Haibo'], ['俊杰', 'Junjie'], ['立新', 'Lixin'], ['永福', 'Yongfu'], ['国华', 'Guohua'],
  ['文斌', 'Wenbin'], ['少华', 'Shaohua'], ['振东', 'Zhendong'], ['晓东', 'Xiaodong'], ['浩然', 'Haoran'], ['子豪', 'Zihao'], ['宏亮', 'Hongliang'],
  ['德顺', 'Deshun'], ['家明', 'Jiaming'], ['新民', 'Xinmin'], ['成刚', 'Chenggang'], ['学军', 'Xuejun'], ['明辉', 'Minghui'], ['兴旺', 'Xingwang'],
] as const
export const femaleNames = [
  ['丽娟', 'Lijuan'], ['晓燕', 'Xiaoyan'], ['秀英', 'Xiuying'], ['静怡', 'Jingyi'], ['雪梅', 'Xuemei'], ['佳慧', 'Jiahui'], ['雨婷', 'Yuting'], ['桂芳', 'Guifang'],
  ['思琪', 'Siqi'], ['红霞', 'Hongxia'], ['慧敏', 'Huimin'], ['春兰', 'Chunlan'],
] as const
