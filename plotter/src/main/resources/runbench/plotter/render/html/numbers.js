'use strict';
// Number formats, equal to those of the other charts: thin spaces, SI prefixes for rates, a true minus, ties away from zero.
const Numbers = (() => {
  const THIN = '\u2009';
  const PREFIXES = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
  const UNITY = 5;

  /** Returns digits and the power of ten of the first one, rounded from the shortest decimal of the number. */
  function significant(value, digits) {
    const [mantissa, exponent] = Math.abs(value).toExponential().split('e');
    let all = mantissa.replace('.', '');
    let power = Number(exponent);
    if (all.length > digits) {
      const up = all[digits] >= '5' ? 1 : 0;
      all = String(Number(all.slice(0, digits)) + up);
      power += all.length > digits ? 1 : 0;
    }
    return {all, power};
  }

  function plain({all, power}, shift) {
    return Number(all + 'e' + (power - all.length + 1 - shift));
  }

  /** Returns a plain decimal, with grouped thousands from five digits on. */
  function written(value, text) {
    let [whole, part] = text.split('.');
    if (whole.length > 4) {
      whole = whole.replace(/\B(?=(\d{3})+$)/g, THIN);
    }
    return (value < 0 ? '−' : '') + whole + (part ? '.' + part : '');
  }

  function si(value, digits, unit = '') {
    if (!Number.isFinite(value)) {
      return '–';
    }
    const rounded = significant(value, digits);
    const power = value === 0 ? 0 : Math.max(unit ? -UNITY : 0, Math.min(PREFIXES.length - 1 - UNITY, Math.floor(rounded.power / 3)));
    const text = written(value, String(plain(rounded, 3 * power)));
    return PREFIXES[power + UNITY] + unit ? text + THIN + PREFIXES[power + UNITY] + unit : text;
  }

  function digits(value, most) {
    return Number.isFinite(value) ? written(value, String(plain(significant(value, most), 0))) : '–';
  }

  function percent(share) {
    return Number.isFinite(share) ? digits(share * 100, 4) + THIN + '%' : '–';
  }

  /** Returns a metric's value with four digits. */
  function of(kind, value) {
    return kind === 'rate' ? si(value, 4) : kind === 'share' ? percent(value) : digits(value, 4);
  }

  /** Returns seconds with enough decimals to distinguish a hundredth of the shown range. */
  function seconds(value, range) {
    const decimals = Math.max(0, Math.min(9, 2 - Math.floor(Math.log10(range))));
    const text = Math.abs(value).toFixed(decimals);
    return written(Number(text) === 0 ? 0 : value, text);
  }

  return {si, digits, percent, of, seconds, THIN};
})();
