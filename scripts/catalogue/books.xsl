<?xml version="1.0"?>
<!-- Groups books by subject (Muenchian grouping: one key lookup per group), sorts and sums within each group. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" encoding="US-ASCII" indent="no"/>
  <xsl:key name="by-subject" match="book" use="subject"/>
  <xsl:key name="by-author" match="book" use="author"/>
  <xsl:template match="/library">
    <html><body>
      <p>books <xsl:value-of select="count(book)"/></p>
      <xsl:for-each select="book[generate-id() = generate-id(key('by-subject', subject)[1])]">
        <xsl:sort select="subject"/>
        <h2><xsl:value-of select="subject"/>: <xsl:value-of select="count(key('by-subject', subject))"/></h2>
        <table>
          <xsl:apply-templates select="key('by-subject', subject)">
            <xsl:sort select="@year" data-type="number" order="descending"/>
            <xsl:sort select="title"/>
          </xsl:apply-templates>
        </table>
      </xsl:for-each>
    </body></html>
  </xsl:template>
  <xsl:template match="book">
    <tr>
      <td><xsl:value-of select="@year"/></td>
      <td><xsl:value-of select="translate(title, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')"/></td>
      <td><xsl:value-of select="author"/> (<xsl:value-of select="count(key('by-author', author))"/>)</td>
      <td><xsl:choose>
        <xsl:when test="price &gt; 100">dear</xsl:when>
        <xsl:when test="contains(title, 'gal')">liked</xsl:when>
        <xsl:otherwise><xsl:value-of select="format-number(price, '0.0')"/></xsl:otherwise>
      </xsl:choose></td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
